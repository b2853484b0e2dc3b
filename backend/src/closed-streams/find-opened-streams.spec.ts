import type { Pool } from 'pg';
import { migrations } from '../app/database-schema.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { BEGINNING, type UntrustedPlace } from '../eventsourcing/trust/authenticate.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import { parkedJobs } from '../platform/jobs/parked-jobs.js';
import { silentLogger } from '../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { findOpenedStreams, type FindOpenedParts } from './find-opened-streams.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { newId } from '../platform/crypto/ids.js';
import { MAIL } from '../trust-stream/testing/samples.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { beginPart } from './begin-part.js';
import { ReportKeeper } from './report-keeper.js';

const PLACE: UntrustedPlace = { revision: 1, fault: 'hash' };

describe('the search for streams that are open again', () => {
  let database: TestDatabase;
  let pool: Pool;
  const read: string[] = [];
  const warned: object[] = [];
  /** The place or the error that a read of a stream finds. A stream without either is open. */
  let found: Readonly<Record<string, UntrustedPlace | Error>> = {};
  beforeAll(async () => {
    database = await createTestDatabase({ migrations });
    pool = database.pool;
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await pool.query('TRUNCATE owed_jobs');
    for (const list of [read, warned]) list.length = 0;
    found = {};
  });

  const find = (changes: Partial<FindOpenedParts> = {}) =>
    findOpenedStreams({
      pool,
      log: {
        load: async (stream) => {
          read.push(stream);
          const place = found[stream];
          if (place instanceof Error) throw place;
          return { events: [], last: BEGINNING, untrusted: place };
        },
        placeIn: () => undefined,
      },
      logger: { ...silentLogger, warn: (details) => void warned.push(details) },
      isEnded: () => false,
      ...changes,
    });
  const names = (count: number): string[] =>
    Array.from({ length: count }, (_, n) => `nda-${String(n).padStart(4, '0')}`);
  async function park(streams: readonly string[]): Promise<void> {
    await enqueueJobs(
      pool,
      streams.map((stream) => ({ task: 'task', payload: { stream }, key: stream })),
    );
    await pool.query('UPDATE owed_jobs SET parked_for = key');
  }
  const parked = async (): Promise<string[]> =>
    (await parkedJobs(pool, { limit: 1000 })).map(({ subject }) => subject);
  const run = (task = find()): Promise<void> => task.run(new AbortController().signal);

  it('releases the jobs of open streams, and leaves those of closed ones', async () => {
    await park(names(3));
    found = { 'nda-0001': PLACE };
    await run();
    expect(await parked()).toEqual(['nda-0001']);
  });

  it('reads all streams in one run, however many there are', async () => {
    await park(names(450));
    await run();
    expect(read).toEqual(names(450));
    expect(await parked()).toEqual([]);
  });

  it('stops after its time, and the next run continues', async () => {
    await park(names(450));
    const task = find({ runMs: 0 });
    for (const count of [200, 400, 450]) {
      await run(task);
      expect(read).toHaveLength(count);
    }
    expect(await parked()).toEqual([]);
  });

  it('passes over a stream that cannot be read, and logs it', async () => {
    await park(names(3));
    found = { 'nda-0000': new Error('broken') };
    await run();
    expect(await parked()).toEqual(['nda-0000']);
    expect(warned).toMatchObject([{ stream: 'nda-0000' }]);
  });

  it('ends with its run if the event store does not answer', async () => {
    await park(names(3));
    found = { 'nda-0000': new EventStoreUnavailable('away') };
    await expect(run()).rejects.toThrow('away');
    expect(read).toEqual(['nda-0000']);
    expect(warned).toEqual([]);
  });

  it('does not read a stream that the operator ended', async () => {
    await park(names(3));
    await run(find({ isEnded: (stream) => stream === 'nda-0001' }));
    expect(read).toEqual(['nda-0000', 'nda-0002']);
    expect(await parked()).toEqual(['nda-0001']);
  });
});

describe('jobs that wait for a part of records about a stream', () => {
  let bench: TestInfrastructure;
  beforeEach(async () => {
    bench = await openTestInfrastructure();
  });
  afterEach(() => bench.stop());

  it('go on once the next part is begun, although the closed part stays closed', async () => {
    const { infrastructure, clock } = bench;
    const { pool, commands, log } = infrastructure;
    const about = `nda-${newId()}`;
    const name = recordsStream(about);
    await new ReportKeeper({ commands, clock, logger: silentLogger }).keep(about, MAIL, ['one']);
    await alterEvent(pool, name, 0);
    await enqueueJobs(pool, [{ task: 'waits', payload: {}, key: 'one' }]);
    await pool.query('UPDATE owed_jobs SET parked_for = $1', [name]);
    const look = () =>
      findOpenedStreams({ pool, log, logger: silentLogger, isEnded: () => false }).run(
        new AbortController().signal,
      );
    await look();
    expect(await parkedJobs(pool, { limit: 10 })).toEqual([{ subject: name, jobs: 1 }]);
    const parts = { commands, clock, log: 'log', origin: 'nda.example/log', originToday: '' };
    expect(await beginPart(parts, name, 'It was altered')).toEqual({
      name: recordsStream(about, 2),
      before: [name],
    });
    await look();
    expect(await parkedJobs(pool, { limit: 10 })).toEqual([]);
  });
});
