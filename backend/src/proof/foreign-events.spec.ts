import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { silentLogger } from '../platform/logging/logger.js';
import { treeSize } from './stored-tree.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { beginRun, readRun } from './verification-run.js';
import { VerifyLogJob } from './verify-log.job.js';

const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;
const EVENTS = 9;
/**
 * Events that other programs wrote: without metadata, with foreign metadata, and with metadata whose members
 * have the same names as the members of our metadata.
 */
const FOREIGN = [
  ['access-log-1', '{"$correlationId":"c"}'],
  ['nda-of-others', ''],
  ['voucher-1', JSON.stringify({ core: '{}', previousHash: 'b'.repeat(64), hash: 'a'.repeat(64) })],
] as const;

/** Another program also writes to the event store, before, between and after our events. */
describe("a log with other programs' streams whose names begin like ours", () => {
  let met: CheckpointedLog;
  let last: string;
  let written = 0;
  const others = async (): Promise<void> => {
    for (const [stream, metadata] of FOREIGN)
      await met.pool.query(
        `INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
         VALUES ($1, $2, gen_random_uuid(), 'LineWritten', $3, $4)`,
        [stream, Math.floor(written++ / FOREIGN.length), Buffer.from('{}'), Buffer.from(metadata)],
      );
  };
  beforeAll(async () => {
    met = await CheckpointedLog.open();
    await others();
    for (let n = 0; n < 3; n += 1) {
      last = await met.nda(SetLegalHold, LiftLegalHold);
      await others();
      await met.sign();
    }
  });
  afterAll(() => met.stop());

  it("has no leaves of other programs' events", async () => {
    expect([written, await treeSize(met.pool)]).toEqual([12, EVENTS]);
  });

  it('is intact, and counts the skipped events, wherever a batch begins', async () => {
    for (let batchSize = 1; batchSize <= EVENTS + written + 1; batchSize += 1)
      expect({ batchSize, ...(await met.verify({ batchSize })) }).toEqual({
        batchSize,
        events: EVENTS,
        checkpoints: 3,
        foreign: written,
        kept: null,
        firstBroken: null,
        broken: 0,
        places: [],
      });
  });

  it('is verified to its end by the job too, which also stores the number of skipped events', async () => {
    const { openLog, store, clock } = met.bench.infrastructure;
    const { trust, tampering } = met.bench.infrastructure;
    const parts = { openLog, storeId: () => store.storeId(), clock, logger: silentLogger, batchSize: 4 };
    await beginRun(met.pool, met.bench.clock.now());
    await new VerifyLogJob({
      ...met.parts(store),
      ...parts,
      keys: trust.keys,
      tampering,
      pool: met.pool,
    }).run({}, { signal: new AbortController().signal });
    expect(await readRun(met.pool, met.bench.infrastructure.trust.keys)).toMatchObject({
      state: 'done',
      firstBroken: null,
      pass: { events: EVENTS, foreign: written },
    });
  });

  it('is reported broken if one of our events was moved or copied to such a stream, or if an event behind it is missing', async () => {
    const stream = ndaStream(last);
    const changed = async (statement: string) => {
      await met.pool.query(`CREATE TABLE kept_events AS TABLE event_store.events`);
      try {
        await met.pool.query(statement);
        return (await met.verify({ batchSize: 4 })).firstBroken;
      } finally {
        await met.pool.query('DELETE FROM event_store.events');
        await met.pool.query('INSERT INTO event_store.events SELECT * FROM kept_events');
        await met.pool.query('DROP TABLE kept_events');
      }
    };
    const of = `WHERE stream = '${stream}' AND revision = 2`;
    expect(await changed(`UPDATE event_store.events SET stream = 'nda-mine' ${of}`)).not.toBeNull();
    expect(
      await changed(
        `INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
         SELECT 'nda-mine', 0, gen_random_uuid(), type, data, metadata FROM event_store.events ${of}`,
      ),
    ).toMatchObject({ stream: 'nda-mine', kind: 'spliced' });
    expect(await changed(`DELETE FROM event_store.events ${of}`)).toMatchObject({
      stream,
      revision: 2,
      kind: 'truncated',
    });
    expect(await met.verify()).toMatchObject({ firstBroken: null });
  });
});
