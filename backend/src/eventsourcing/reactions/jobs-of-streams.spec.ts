import {
  added,
  appendTo,
  type CounterEvent,
  counterJournal,
  noted,
  opened,
} from '../projections/testing/counters.js';
import { MemoryEventStore } from '../journal/testing/memory-event-store.js';
import type { Journal } from '../journal/journal.js';
import { believingLog } from '../trust/testing/believing-log.js';
import { enqueueJobs } from '../../platform/jobs/enqueue.js';
import { jobsOfStream } from './jobs-of-streams.js';
import type { Reaction } from './reaction.js';
import {
  createJobInfrastructure,
  greetWhenOpened,
  jobRows,
  reactionRunner,
} from './testing/job-infrastructure.js';
import { until } from '../../platform/testing/until.js';
import { randomUUID } from 'node:crypto';

const countWhenAdded: Reaction<CounterEvent> = {
  name: 'count-when-added',
  streamPrefix: 'counter-',
  react: (event) =>
    event.type === 'Added'
      ? [
          { task: 'count', payload: { amount: event.open.amount } },
          { task: 'count', payload: { amount: 0 } },
          { task: 'sum', payload: { amount: 1 }, key: `sum:${event.stream}` },
        ]
      : [],
};
const elsewhere: Reaction<CounterEvent> = { ...countWhenAdded, name: 'elsewhere', streamPrefix: 'other-' };
const REACTIONS = [greetWhenOpened, countWhenAdded, elsewhere] as readonly Reaction<never>[];

describe('the jobs for which the events of a stream call', () => {
  const ID = '1';
  const STREAM = `counter-${ID}`;
  const jobsIn = async (journal: Pick<Journal, 'decode'> = counterJournal, stream = STREAM) => {
    const store = new MemoryEventStore();
    await appendTo(store, ID, -1, opened('a'), noted, added(5));
    await appendTo(store, '2', -1, opened('another'));
    const log = believingLog(store);
    const events = await store.readStream(STREAM);
    return { jobs: await jobsOfStream({ log, journal }, REACTIONS, stream), events };
  };

  it('are those of all reactions to its events, with the keys and causes that the reactions give them', async () => {
    const { jobs, events } = await jobsIn();
    const [first, , third] = events.map(({ id }) => id);
    expect(jobs.map(({ key, task, payload, cause }) => [key, task, payload, cause])).toEqual([
      [`greet-when-opened:${first}`, 'greet', { name: 'a' }, { correlationId: `correlation-${first}` }],
      [`count-when-added:${third}`, 'count', { amount: 5 }, { correlationId: `correlation-${third}` }],
      [`count-when-added:${third}:1`, 'count', { amount: 0 }, { correlationId: `correlation-${third}` }],
      [`sum:${STREAM}`, 'sum', { amount: 1 }, { correlationId: `correlation-${third}` }],
    ]);
    // The events of the example are old, so their jobs wait behind those of new events.
    expect(jobs.every(({ late }) => late === true)).toBe(true);
  });

  it('are none for an event that this version does not know', async () => {
    const journal = {
      decode: (stored: Parameters<Journal['decode']>[0]) => ({
        ...counterJournal.decode(stored),
        unknown: stored.revision === 0,
      }),
    } as unknown as Pick<Journal, 'decode'>;
    const { jobs } = await jobsIn(journal);
    expect(jobs.map(({ task }) => task)).toEqual(['count', 'count', 'sum']);
  });

  it('are none for a stream to which nothing reacts, or that does not exist', async () => {
    expect((await jobsIn(counterJournal, 'note-1')).jobs).toEqual([]);
    expect((await jobsIn(counterJournal, 'counter-9')).jobs).toEqual([]);
  });

  it('come from the events that count, in a closed stream', async () => {
    const store = new MemoryEventStore();
    await appendTo(store, ID, -1, opened('a'), added(5));
    const [first] = await store.readStream(STREAM);
    const log = {
      load: async () => ({ events: [first], last: {}, untrusted: { revision: 1, fault: 'mac' } }),
    };
    const jobs = await jobsOfStream({ log: log as never, journal: counterJournal }, REACTIONS, STREAM);
    expect(jobs.map(({ task }) => task)).toEqual(['greet']);
  });

  it('are the jobs that the reactions have enqueued, so that nothing is owed twice', async () => {
    const infrastructure = await createJobInfrastructure();
    const runner = reactionRunner(infrastructure, greetWhenOpened);
    try {
      const { pool, log, store } = infrastructure;
      const id = randomUUID();
      await appendTo(store, id, -1, opened('a'), added(5));
      runner.start();
      await until(async () => (await jobRows(pool)).length === 1);
      const parts = { log, journal: counterJournal };
      const jobs = await jobsOfStream(parts, [greetWhenOpened], `counter-${id}`);
      await enqueueJobs(pool, jobs);
      expect((await jobRows(pool)).map(({ key }) => key)).toEqual(jobs.map(({ key }) => key));
    } finally {
      await runner.stop();
      await infrastructure.drop();
    }
  });
});
