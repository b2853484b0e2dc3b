import { randomUUID } from 'node:crypto';
import type { JobHandler } from '../../platform/jobs/job.js';
import type { JobWorker } from '../../platform/jobs/job-worker.js';
import { enqueueJobs } from '../../platform/jobs/enqueue.js';
import { until } from '../../platform/testing/until.js';
import { appendTo, type CounterEvent, opened } from '../projections/testing/counters.js';
import type { Infrastructure } from '../projections/testing/harness.js';
import type { Reaction } from './reaction.js';
import type { ReactionRunner } from './runner.js';
import { createJobInfrastructure, jobWorker, reactionRunner } from './testing/job-infrastructure.js';

const PAST = 2_000;
/** Number of old document jobs that begin before today's document job is enqueued. */
const THROUGH = 50;

type Task = 'document' | 'mail';

/** Reacts to every old event, like a service that has lost its checkpoint. */
const greetAllAgain: Reaction<CounterEvent> = {
  name: 'greet-all-again',
  streamPrefix: 'counter-',
  react: () => (['document', 'mail'] as const).map((task) => ({ task, payload: { of: 'the past' } })),
};

describe('old jobs', () => {
  let infrastructure: Infrastructure;
  let runner: ReactionRunner<CounterEvent>;
  let worker: JobWorker;

  beforeEach(async () => {
    infrastructure = await createJobInfrastructure();
  });
  afterEach(async () => {
    await Promise.all([runner.stop(), worker.stop()]);
    await infrastructure.drop();
  });

  const today = (...jobs: [task: Task, of: string][]): Promise<void> =>
    enqueueJobs(
      infrastructure.pool,
      jobs.map(([task, of]) => ({ task, payload: { of }, key: of })),
    );
  const waiting = async (): Promise<number> =>
    (await infrastructure.pool.query('SELECT FROM owed_jobs WHERE worker IS NULL')).rowCount ?? 0;

  it('let each step of a journey go first, even if thousands of old jobs are waiting', async () => {
    const past = Array.from({ length: PAST }, () => opened('one of long ago'));
    await appendTo(infrastructure.store, randomUUID(), -1, ...past);
    runner = reactionRunner(infrastructure, greetAllAgain);
    runner.start();
    await until(async () => (await waiting()) === 2 * PAST);

    const begun: Record<Task, string[]> = { document: [], mail: [] };
    /**
     * Number of mail jobs that had begun just before (`from`) and just after (`to`) today's mails were
     * enqueued.
     */
    let asked = { from: 0, to: 0 };
    const one = (task: Task, then: (of: string) => Promise<void>): JobHandler => ({
      task,
      slots: 1,
      run: ({ of }) => then(begun[task][begun[task].push(String(of)) - 1] ?? ''),
    });
    const document = one('document', async (of) => {
      if (begun.document.length === THROUGH) await today(['document', 'the document']);
      if (of !== 'the document') return;
      const from = begun.mail.length;
      await today(['mail', 'mail to Party 1'], ['mail', 'mail to Party 2']);
      asked = { from, to: begun.mail.length };
    });
    worker = jobWorker(
      infrastructure,
      document,
      one('mail', () => Promise.resolve()),
    );
    worker.start();

    await until(() => begun.mail.includes('mail to Party 1') && begun.mail.includes('mail to Party 2'));
    expect(begun.document[THROUGH]).toBe('the document');
    // The worker may have claimed an old mail job at the moment when today's two mails were enqueued. So the
    // two mails need only be among the next three mail jobs.
    const next = begun.mail.slice(asked.from, asked.to + 3);
    expect(next).toEqual(expect.arrayContaining(['mail to Party 1', 'mail to Party 2']));
    expect(await waiting()).toBeGreaterThan(PAST / 2);
  });
});
