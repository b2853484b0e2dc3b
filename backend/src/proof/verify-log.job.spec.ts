import {
  EventStoreUnavailable,
  type Position,
  type UntrustedEvent,
  type StoredLog,
} from '../eventsourcing/event-store/event-store.js';
import { marked } from '../eventsourcing/trust/testing/marked.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { JobLost, TryAgainIn } from '../platform/jobs/job.js';
import { silentLogger } from '../platform/logging/logger.js';
import { LogPass } from './log-pass.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { rowsLog } from './testing/rows-log.js';
import { beginRun, readRun } from './verification-run.js';
import { verifyOneStream } from './verify-nda.js';
import { VerifyLogJob, type VerifyLogParts } from './verify-log.job.js';

let met: CheckpointedLog;
beforeAll(async () => {
  met = await CheckpointedLog.open();
  for (let n = 0; n < 4; n += 1) await met.nda(oneOfEachCommand.SetLegalHold, oneOfEachCommand.LiftLegalHold);
  await met.sign();
});
beforeEach(() => met.pool.query('DELETE FROM log_verification'));
afterAll(() => met.stop());

const never = new AbortController().signal;
const job = (more: Partial<VerifyLogParts> = {}): VerifyLogJob => {
  const { store, receipts, openLog, clock, trust } = met.bench.infrastructure;
  return new VerifyLogJob({
    ...met.parts(store),
    pool: met.pool,
    keys: trust.keys,
    tampering: met.tampering,
    openLog,
    storeId: () => store.storeId(),
    publicKeys: () => receipts.publicKeys(),
    clock,
    logger: silentLogger,
    batchSize: 2,
    keepMs: 0,
    ...more,
  });
};
const begin = (): Promise<void> => beginRun(met.pool, met.bench.clock.now());
const run = () => readRun(met.pool, met.bench.infrastructure.trust.keys);
const jobs = async (): Promise<number> =>
  (await met.pool.query("SELECT FROM owed_jobs WHERE task = 'verify-log'")).rowCount ?? 0;

function latch(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/**
 * Returns a function that opens the log. Before the log returns a batch, it calls `onBatch` with the number
 * of the batch and awaits the result.
 */
const watched = (onBatch: (number: number) => void | Promise<void>) => async (): Promise<StoredLog> => {
  const log = await met.bench.infrastructure.openLog();
  return {
    ...log,
    readAll: async function* (options) {
      let number = 0;
      for await (const batch of log.readAll(options)) {
        number += 1;
        await onBatch(number);
        yield batch;
      }
    },
  };
};

const INTACT = {
  state: 'done',
  firstBroken: null,
  pass: { events: 12, size: 12, checkpoints: 1 },
};

describe('the verification of the whole log as a job', () => {
  it('has nothing to do before it is requested, and finishes', async () => {
    await job().run({}, { signal: never });
    expect(await run()).toBeUndefined();
    await begin();
    expect(await run()).toMatchObject({ state: 'running', pass: null, finishedAt: null });
    await job().run({}, { signal: never });
    expect(await run()).toMatchObject(INTACT);
    expect((await run())?.finishedAt).not.toBeNull();
    await job().run({}, { signal: never });
    expect(await run()).toMatchObject(INTACT);
  });

  it.each([
    ['its verdict', `first_broken = NULL`],
    ['its time', `finished_at = finished_at + interval '1 day'`],
    ['its figures', `pass = jsonb_set(pass, '{events}', '99')`],
    ['its state', `state = 'failed', first_broken = NULL`],
    ['its MAC', 'mac = NULL'],
  ])('has no result any more if somebody changed %s', async (_, change) => {
    const { rows } = await met.pool.query(
      `UPDATE event_store.events SET type = 'Other.v1' WHERE revision = 1
       AND stream = (SELECT stream FROM log_leaves WHERE place = 0) RETURNING stream`,
    );
    await begin();
    await job().run({}, { signal: never });
    await met.pool.query(
      `UPDATE event_store.events SET type = 'LegalHoldSet.v1' WHERE stream = $1 AND revision = 1`,
      [(rows[0] as { stream: string }).stream],
    );
    expect(await run()).toMatchObject({ state: 'done', firstBroken: { revision: 1 } });
    await met.pool.query(`UPDATE log_verification SET ${change}`);
    expect(await run()).toMatchObject({ state: 'failed', firstBroken: null });
  });

  it('is a single run with one job however often it is requested, until it has ended', async () => {
    await Promise.all(Array.from({ length: 4 }, begin));
    expect(await jobs()).toBe(1);
    const { startedAt } = (await run()) ?? {};
    met.bench.clock.advance(1000);
    await begin();
    expect((await run())?.startedAt).toBe(startedAt);
    await job().run({}, { signal: never });
    await begin();
    expect(await run()).toMatchObject({ state: 'running', pass: null });
    expect((await run())?.startedAt).not.toBe(startedAt);
  });

  it('continues after a stop interrupted it', async () => {
    await begin();
    const stopping = new AbortController();
    const stopped = job({ openLog: watched((number) => (number === 3 ? stopping.abort() : undefined)) });
    await expect(stopped.run({}, { signal: stopping.signal })).rejects.toThrow(TryAgainIn);
    expect(await run()).toMatchObject({ state: 'running', pass: { events: 6 } });
    let batches = 0;
    await job({ openLog: watched(() => void (batches += 1)) }).run({}, { signal: never });
    expect(batches).toBe(3);
    expect(await run()).toMatchObject(INTACT);
  });

  it('is taken over from a worker that died or hangs, and that worker writes nothing more', async () => {
    await begin();
    const died = job({
      openLog: watched((number) => {
        if (number === 4) throw new EventStoreUnavailable('killed');
      }),
    });
    await expect(died.run({}, { signal: never })).rejects.toThrow('killed');
    expect(await run()).toMatchObject({ state: 'running', pass: { events: 6 } });
    const [gate, begun] = [latch(), latch()];
    const stands = watched(() => {
      begun.open();
      return gate.opened;
    });
    const lost = expect(job({ openLog: stands }).run({}, { signal: never })).rejects.toThrow(JobLost);
    await begun.opened;
    await job({ openLog: watched(() => undefined) }).run({}, { signal: never });
    const done = await run();
    expect(done).toMatchObject(INTACT);
    gate.open();
    await lost;
    expect(await run()).toEqual(done);
  });

  it('starts over if the log has moved to another store', async () => {
    await begin();
    const stopping = new AbortController();
    const stopped = job({ openLog: watched((number) => (number === 2 ? stopping.abort() : undefined)) });
    await expect(stopped.run({}, { signal: stopping.signal })).rejects.toThrow(TryAgainIn);
    let batches = 0;
    const moved = job({ storeId: async () => 'another', openLog: watched(() => void (batches += 1)) });
    await moved.run({}, { signal: never });
    expect(batches).toBe(6);
    expect(await run()).toMatchObject(INTACT);
  });

  it('starts over if somebody changed its progress, and reports that', async () => {
    await begin();
    const stopping = new AbortController();
    const stopped = job({ openLog: watched((number) => (number === 3 ? stopping.abort() : undefined)) });
    await expect(stopped.run({}, { signal: stopping.signal })).rejects.toThrow(TryAgainIn);
    await met.pool.query(`UPDATE log_verification SET pass = jsonb_set(pass, '{position}', '"999"')`);
    let batches = 0;
    await job({ openLog: watched(() => void (batches += 1)) }).run({}, { signal: never });
    expect(batches).toBe(6);
    expect(met.tampering.all).toEqual([{ kind: 'pass_progress', subject: { table: 'log_verification' } }]);
    expect(await run()).toMatchObject(INTACT);
  });

  it('ends, and can be requested again, whatever number of turns somebody wrote', async () => {
    const most = 'UPDATE log_verification SET turn = 9223372036854775807';
    await begin();
    await met.pool.query(most);
    await job().run({}, { signal: never });
    expect(await run()).toMatchObject({ state: 'done' });
    await met.pool.query(most);
    await begin();
    await job().run({}, { signal: never });
    expect(await run()).toMatchObject({ state: 'done', firstBroken: null });
  });

  it('fails on an error, until it is requested again', async () => {
    await begin();
    const broken = job({
      openLog: watched(() => {
        throw new TypeError('nobody foresaw this');
      }),
    });
    await broken.run({}, { signal: never });
    expect(await run()).toMatchObject({ state: 'failed', firstBroken: null });
    await job().run({}, { signal: never });
    expect(await run()).toMatchObject({ state: 'failed' });
    await begin();
    await job().run({}, { signal: never });
    expect(await run()).toMatchObject(INTACT);
  });

  it('goes on behind a broken place, reports each place and names the first', async () => {
    const rows = await met.rows();
    await begin();
    const told: (number | null)[] = [];
    const broken = job({
      openLog: async () => rowsLog(rows.filter((_, n) => n !== 4 && n !== 7)),
      onPlace: ({ revision }) => void told.push(revision),
    });
    await broken.run({}, { signal: never });
    const { stream, revision } = rows[4] ?? {};
    expect(await run()).toMatchObject({
      state: 'done',
      firstBroken: { stream, revision, kind: 'dropped' },
      pass: { events: 10 },
    });
    expect(told).toEqual([rows[4]?.revision, rows[7]?.revision]);
  });
});

describe('other work during a verification', () => {
  const MANY = 5_000;
  const MANY_STREAM = ndaStream('01930000-0000-7000-8000-000000000001');
  /** Number of events that are hashed without a pause. Hashing them takes a few milliseconds. */
  const AT_ONCE = 100;
  let many: UntrustedEvent[];
  // Each test has events of its own, because the service checks each event object once.
  beforeEach(() => {
    const { keys } = met.bench.infrastructure.trust;
    const events = Array.from({ length: MANY }, (_, revision) => ({
      stream: MANY_STREAM,
      revision,
      id: `many-${revision}`,
      type: 'Unknown.v9',
      data: Buffer.from('{"open":{}}'),
    }));
    many = marked(events, { keys }).map((event, n) =>
      readEvent({ ...event, position: String(n + 1) as Position }),
    );
  });
  let reads = 0;

  /** Counts each read of the event's data in `reads`. */
  function readEvent(event: UntrustedEvent): UntrustedEvent {
    const { data } = event;
    return Object.defineProperty(event, 'data', {
      get: () => {
        reads += 1;
        return data;
      },
    });
  }

  /**
   * Returns the largest number of events that are hashed without letting other work run. This number follows
   * from the number of reads, because the data of each event are read equally often.
   */
  async function hashedAtOnce(work: () => Promise<unknown>): Promise<number> {
    let [most, all, over] = [0, 0, false];
    const look = (): void => {
      most = Math.max(most, reads);
      all += reads;
      reads = 0;
      if (!over) setImmediate(look);
    };
    reads = 0;
    setImmediate(look);
    await work();
    over = true;
    look();
    return (most / all) * MANY;
  }

  it('gets a turn within each batch', async () => {
    const parts = { ...met.parts(rowsLog(many)), batchSize: MANY };
    const { state } = await LogPass.over(parts);
    const step = async (): Promise<void> => {
      const pass = await LogPass.over(parts, { ...state, size: 0 });
      await pass.steps().next();
      expect(pass.state.events).toBe(MANY);
    };
    expect(await hashedAtOnce(step)).toBe(AT_ONCE);
  });

  it('gets a turn within a long stream', async () => {
    const verify = () => verifyOneStream(met.parts(rowsLog(many)), MANY_STREAM);
    expect(await hashedAtOnce(verify)).toBe(AT_ONCE);
    expect(await verify()).toMatchObject({ events: MANY, firstBroken: null });
  });
});
