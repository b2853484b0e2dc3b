import { ProjectionRunner } from '../eventsourcing/projections/runner.js';
import { ProjectionSignals } from '../eventsourcing/projections/signals.js';
import { LeaseKeeper } from '../eventsourcing/subscriptions/leases/lease.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { silentLogger } from '../platform/logging/logger.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { until } from '../platform/testing/until.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import type { Infrastructure } from '../app/infrastructure.js';
import { agreementsProjection } from './agreement.projection.js';
import type { AgreementRow } from './agreement-row.js';

const { SetLegalHold, LiftLegalHold, SignAsParty1 } = oneOfEachCommand;

describe('a batch in which one agreement turns out to be closed while its row is rebuilt', () => {
  let met: CheckpointedLog;
  beforeAll(async () => {
    met = await CheckpointedLog.open();
  });
  afterAll(() => met.stop());

  /** Runs the projection of one process until the work is done. */
  async function whileProjecting(of: Infrastructure, work: () => Promise<void>): Promise<void> {
    const { pool, log, journal, keyedHash } = of;
    const signals = new ProjectionSignals({ url: met.url, logger: silentLogger });
    await signals.start();
    const runner = new ProjectionRunner<AgreementRow, NdaEvent>({
      projection: agreementsProjection({ keyedHash, tampering: new RecordedTampering() }),
      log,
      journal,
      pool,
      leases: new LeaseKeeper({ pool, logger: silentLogger }),
      signals,
      logger: silentLogger,
    });
    runner.start();
    try {
      await work();
    } finally {
      await runner.stop();
      await signals.stop();
    }
  }
  const revisionOf = async (id: string): Promise<number | undefined> =>
    (await met.pool.query<{ revision: number }>('SELECT revision FROM ndas WHERE id = $1', [id])).rows[0]
      ?.revision;

  it('is delivered again without it, and the rows of all others go on', async () => {
    const [closed, other] = [await met.nda(SetLegalHold), await met.nda(SetLegalHold)];
    await whileProjecting(met.bench.infrastructure, async () => {
      await until(async () => (await revisionOf(other)) === 1);
    });
    for (const id of [closed, other]) await met.bench.run(id, LiftLegalHold);
    await met.bench.run(other, SignAsParty1);
    // A fold rebuilds the row, for which it reads the stream from its first event, which somebody altered too.
    await met.pool.query("UPDATE ndas SET mac = '' WHERE id = $1", [closed]);
    await met.pool.query(
      "UPDATE event_store.events SET data = data || ' '::bytea WHERE stream = $1 AND revision = 0",
      [ndaStream(closed)],
    );
    // A process that has not read the stream knows only the event before the new one.
    const fresh = await met.another();
    await whileProjecting(fresh, async () => {
      await until(async () => (await revisionOf(other)) === 3);
    });
    expect(fresh.trust.closed.placeIn(ndaStream(closed))).toEqual({ revision: 0, fault: 'hash' });
    expect(await revisionOf(closed)).toBe(1);
  });
});
