import { createHash } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { accessStream } from '../audit/model/access.events.js';
import { accessEvents } from '../audit/model/access.registry.js';
import type { EventRegistry } from '../eventsourcing/journal/event.js';
import { appendFirstFormat, type FirstFormatEvent } from '../eventsourcing/journal/testing/first-format.js';
import { readFixtures } from '../eventsourcing/journal/testing/fixtures.js';
import { rebuildProjection } from '../eventsourcing/projections/rebuild.js';
import { ProjectionRunner } from '../eventsourcing/projections/runner.js';
import { ProjectionSignals } from '../eventsourcing/projections/signals.js';
import { restartCheckpoints } from '../eventsourcing/subscriptions/checkpoints.js';
import { LeaseKeeper } from '../eventsourcing/subscriptions/leases/lease.js';
import { ndaStream } from '../nda/nda.events.js';
import { ndaEvents } from '../nda/nda.registry.js';
import { NDA_ID } from '../nda/testing/given.js';
import { randomHistories } from '../nda/testing/histories.js';
import { newId } from '../platform/crypto/ids.js';
import { silentLogger } from '../platform/logging/logger.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { until } from '../platform/testing/until.js';
import { voucherStream } from '../voucher/voucher.events.js';
import { voucherEvents } from '../voucher/voucher.registry.js';
import { withdrawalStream } from '../withdrawals/model/withdrawal.events.js';
import { withdrawalEvents } from '../withdrawals/model/withdrawal.registry.js';
import { projectionsOf } from './projections.js';
import { STREAM_PREFIXES } from './streams.js';

const AT = '2026-11-12T10:00:00.000Z';
const HISTORIES = 12;
/** Small, so that most rows are written by several batches. */
const BATCH = 40;

const hash = (): string => createHash('sha256').update(newId()).digest('hex');
const KINDS: readonly { folder: string; registry: EventRegistry; stream: () => string }[] = [
  { folder: 'nda', registry: ndaEvents, stream: () => ndaStream(newId()) },
  { folder: 'voucher', registry: voucherEvents, stream: () => voucherStream(hash()) },
  { folder: 'withdrawals/model', registry: withdrawalEvents, stream: () => withdrawalStream(newId()) },
  { folder: 'audit/model', registry: accessEvents, stream: () => accessStream(hash()) },
];

/** Returns one event of each type, in its first or in its newest version, in the registry's order. */
function oneOfEach(
  folder: string,
  registry: EventRegistry,
  versions: 'first' | 'newest',
): FirstFormatEvent[] {
  const fixtures = readFixtures(join(__dirname, '..', folder, 'fixtures'));
  return Object.entries(registry).map(([type, { version }]) => {
    const wireType = `${type}.v${versions === 'first' ? 1 : version}`;
    const fixture = fixtures.get(wireType);
    if (fixture === undefined) throw new Error(`no fixture of ${wireType}`);
    // The vouchers' fixtures name an id that no NDA can have.
    return 'ndaId' in fixture.open ? { ...fixture, open: { ...fixture.open, ndaId: NDA_ID } } : fixture;
  });
}

describe('the read models', () => {
  let bench: TestInfrastructure;
  let signals: ProjectionSignals;

  /** Appends streams of every kind and length, and random NDA histories such as commands produce. */
  beforeAll(async () => {
    bench = await openTestInfrastructure();
    const { infrastructure } = bench;
    for (const { folder, registry, stream } of KINDS) {
      await appendFirstFormat(infrastructure, stream(), oneOfEach(folder, registry, 'first'), AT);
      const story = oneOfEach(folder, registry, 'newest');
      for (const length of story.keys())
        await appendFirstFormat(infrastructure, stream(), story.slice(0, length + 1), AT);
    }
    for (const { steps } of fc.sample(randomHistories, { numRuns: HISTORIES, seed: 20261126 })) {
      const events = steps.map(({ event: { type, open, personal } }) => ({
        type: `${type}.v${ndaEvents[type].version}`,
        open,
        personal,
      }));
      await appendFirstFormat(infrastructure, ndaStream(newId()), events, AT);
    }
    const { url } = infrastructure.dataSource.options as { url: string };
    signals = new ProjectionSignals({ url, logger: silentLogger });
  });
  afterAll(() => bench.stop());

  const projections = () => projectionsOf(bench.infrastructure);

  /** Returns all rows, tombstones and sums. A sum of 0 counts as absent. */
  async function served(): Promise<Record<string, unknown[]>> {
    const { pool } = bench.infrastructure;
    const rows = async (text: string): Promise<unknown[]> =>
      (await pool.query<{ row: unknown }>(`SELECT to_jsonb(t) AS row ${text} ORDER BY to_jsonb(t)`)).rows.map(
        ({ row }) => row,
      );
    const tables: Record<string, unknown[]> = { gone: await rows('FROM projection_tombstones t') };
    for (const { table, sums } of projections()) {
      tables[table] = await rows(`FROM ${table} t`);
      if (sums !== undefined) tables[sums.table] = await rows(`FROM ${sums.table} t WHERE value <> 0`);
    }
    return tables;
  }

  /**
   * Lets the projections read the log to its end, as a backend does. @returns all rows, in the form that
   * `served` returns
   */
  async function followed(): Promise<Record<string, unknown[]>> {
    const { infrastructure } = bench;
    const { backgroundPool: pool, leasePool } = infrastructure;
    const leases = new LeaseKeeper({ pool: leasePool, logger: silentLogger });
    const runners = projections().map(
      (projection) =>
        new ProjectionRunner({ ...infrastructure, pool, projection, leases, signals, batchSize: BATCH }),
    );
    for (const runner of runners) runner.start();
    await until(() =>
      runners.every((runner) => runner.status().caughtUp || runner.status().fault !== undefined),
    );
    expect(runners.map((runner) => runner.status().fault).filter(Boolean)).toEqual([]);
    await Promise.all(runners.map((runner) => runner.stop()));
    return served();
  }

  /** Lets the numbers of index rows start over, as they do for a new index. */
  const restartNumbers = (): Promise<unknown> =>
    bench.infrastructure.pool.query(
      `SELECT setval(format('%I', sequencename)::regclass, start_value, false) FROM pg_sequences
       WHERE sequencename LIKE '%\\_search\\_numbers'`,
    );

  it('are made from events all of which this version understands', async () => {
    const { log, journal } = bench.infrastructure;
    const unknown: string[] = [];
    for await (const { events } of log.readAll({ after: undefined, streamPrefixes: STREAM_PREFIXES }))
      for (const stored of events) if (journal.decode(stored).unknown) unknown.push(stored.type);
    expect(unknown).toEqual([]);
  });

  it('are the same after each event arrived three times, and after a rebuild from empty tables', async () => {
    const { pool, store } = bench.infrastructure;
    const once = await followed();
    for (const [table, rows] of Object.entries(once)) expect([table, rows.length]).not.toEqual([table, 0]);

    const names = projections().map(({ name }) => name);
    for (let more = 0; more < 2; more += 1) {
      await restartCheckpoints(pool, names, await store.storeId());
      expect(await followed()).toEqual(once);
    }

    for (const { table, sums } of projections())
      for (const each of [table, ...(sums === undefined ? [] : [sums.table])])
        await pool.query(`DELETE FROM ${each}`);
    await pool.query('DELETE FROM projection_tombstones');
    await restartNumbers();
    for (const projection of projections()) await rebuildProjection({ ...bench.infrastructure, projection });
    expect(await served()).toEqual(once);
  });
});
