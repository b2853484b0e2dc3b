import type { Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import { createJobInfrastructure } from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import { until } from '../testing/until.js';
import { createLogger } from '../logging/http-logger.js';
import { inWork, type Work, currentWork } from '../async/work.js';
import { enqueueJobs, enqueueMissing } from './enqueue.js';
import type { JobHandler } from './job.js';
import { JobWorker } from './job-worker.js';

const request = { correlationId: 'request-1', spanId: 'a'.repeat(16), traceId: 'b'.repeat(32) };

describe('the cause of a job', () => {
  let infrastructure: Infrastructure;
  let worker: JobWorker | undefined;
  beforeEach(async () => {
    infrastructure = await createJobInfrastructure();
  });
  afterEach(async () => {
    await worker?.stop();
    await infrastructure.drop();
  });

  const job = (key: string) => ({ task: 'greet', payload: {}, key });
  const causes = async (): Promise<unknown[]> => {
    const { rows } = await infrastructure.pool.query('SELECT key, cause FROM owed_jobs ORDER BY key');
    return rows.map(({ key, cause }: { key: string; cause: unknown }) => [key, cause]);
  };

  it('is the work that enqueues the job unless another cause is given; without any work there is none', async () => {
    const { pool } = infrastructure;
    await inWork(request, () =>
      enqueueJobs(pool, [job('a'), { ...job('b'), cause: { correlationId: 'other' } }]),
    );
    await inWork({ correlationId: 'request-2' }, () => enqueueMissing(pool, [job('c')]));
    await enqueueMissing(pool, [job('d')]);
    expect(await causes()).toEqual([
      ['a', { correlationId: 'request-1', spanId: request.spanId }],
      ['b', { correlationId: 'other' }],
      ['c', { correlationId: 'request-2' }],
      ['d', null],
    ]);
  });

  it('is that of the last request, as the payload is; a sweep removes nothing', async () => {
    const { pool } = infrastructure;
    await inWork(request, () => enqueueJobs(pool, [job('a')]));
    await inWork({ correlationId: 'request-2' }, () => enqueueJobs(pool, [job('a')]));
    expect(await causes()).toEqual([['a', { correlationId: 'request-2' }]]);
    await enqueueJobs(pool, [job('a')]);
    await enqueueMissing(pool, [job('a')]);
    expect(await causes()).toEqual([['a', { correlationId: 'request-2' }]]);
  });

  it('is the work in which the job runs, and each log line names it', async () => {
    const lines: Record<string, unknown>[] = [];
    const seen: (Work | undefined)[] = [];
    const greet: JobHandler = {
      task: 'greet',
      run: async () => void seen.push(currentWork()),
    };
    const { pool, database } = infrastructure;
    await inWork(request, () => enqueueJobs(pool, [job('a')]));
    await enqueueJobs(pool, [job('b')]);
    worker = new JobWorker({
      pool,
      url: database.url,
      handlers: [greet],
      logger: createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) }),
      backend: '6f1f6b7e-4a0e-4c52-9a5e-3d2c8d0b7a11',
    });
    worker.start();
    await until(async () => (await causes()).length === 0);
    const [own] = seen.map((work) => work?.correlationId).filter((id) => id !== 'request-1');
    expect(seen).toHaveLength(2);
    expect(own).toMatch(/^[0-9a-f-]{36}$/);
    const done = lines.filter(({ msg }) => msg === 'job done').map(({ requestId }) => requestId);
    expect(done.sort()).toEqual([own, 'request-1'].sort());
  });
});
