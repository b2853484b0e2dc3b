import { STREAM_PREFIXES } from '../app/streams.js';
import { type Infrastructure, openInfrastructure } from '../app/infrastructure.js';
import { parseMetadata } from '../eventsourcing/journal/event-encoding.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { restartCheckpoints } from '../eventsourcing/subscriptions/checkpoints.js';
import { LeaseKeeper } from '../eventsourcing/subscriptions/leases/lease.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { silentLogger } from '../platform/logging/logger.js';
import type { TestDatabase } from '../platform/postgres/testing/test-database.js';
import { scaledTimeout } from '../platform/testing/scaled-timeout.js';
import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { testSecrets } from '../../testing/backend/test-backend.js';
import { until } from '../platform/testing/until.js';
import { SetClock } from '../vault/testing/vault-database.js';
import { Checkpointer } from './checkpointer.js';
import { CHECKPOINTER } from './checkpointer-name.js';
import { provesConsistency } from './merkle-tree.js';
import { proveEvent } from './prove-event.js';
import { signCheckpoint } from './sign-checkpoints.js';
import type { SignedCheckpoint } from './signed-checkpoints.js';
import { consistencyProofs, treeSize } from './stored-tree.js';
import { verifyLog } from './verify-log.js';
import { type StreamVerdict, verifyOneStream } from './verify-nda.js';

/** Runs the parts of a backend that append events to a log and add leaves for these events. */
class Meeting {
  private readonly checkpointer: Checkpointer;

  constructor(
    private readonly of: Infrastructure,
    private readonly clock: SetClock,
  ) {
    const { pool, trust } = of;
    this.checkpointer = new Checkpointer({
      ...of,
      closed: trust.closed,
      leases: new LeaseKeeper({ pool, logger: silentLogger, termMs: 600, tickMs: 50 }),
      logger: silentLogger,
      streamPrefixes: STREAM_PREFIXES,
    });
    this.checkpointer.start();
  }

  /** Runs the command and waits until its event has become the next leaf. */
  async run(id: string, command: NdaCommand): Promise<void> {
    const size = await treeSize(this.of.pool);
    const context = contextAt(this.clock.now().toISOString(), { commandId: newId() });
    await this.of.commands.run(ndaDecider, id, command, context);
    await until(async () => (await treeSize(this.of.pool)) === size + 1);
  }

  async nda(): Promise<string> {
    const id = newId();
    await this.run(id, { ...oneOfEachCommand.CreateNda, ndaId: id, chain: id });
    return id;
  }

  sign(): Promise<SignedCheckpoint> {
    return signCheckpoint({ ...this.of, clock: this.clock });
  }

  async verify(): Promise<StreamVerdict> {
    const log = await this.of.openLog();
    const { pool, receipts } = this.of;
    try {
      const publicKeys = () => receipts.publicKeys();
      return await verifyLog({ pool, store: log, publicKeys, streamPrefixes: STREAM_PREFIXES });
    } finally {
      await log.close();
    }
  }

  async stop(): Promise<void> {
    await this.checkpointer.stop();
    await this.of.close();
  }
}

describe('a log that was restored to a time before some of its leaves', () => {
  const secrets = testSecrets();
  const clock = new SetClock();
  let database: TestDatabase;
  let infrastructure: Infrastructure;
  let meeting: Meeting;
  beforeAll(async () => {
    database = await createServiceDatabase();
  });
  afterAll(async () => {
    await meeting.stop();
    await database.drop();
  });

  const open = async (anyStore: boolean): Promise<void> => {
    const connectWithinMs = scaledTimeout(5000);
    infrastructure = await openInfrastructure({
      databaseUrl: database.url,
      secrets,
      logger: silentLogger,
      clock,
      connectWithinMs,
      anyStore,
    });
  };

  /**
   * Puts the log into the state that it has after an operator restored an older copy of the events and ran
   * `siegel projections:rebuild`.
   */
  const putBackTo = async (position: string): Promise<void> => {
    await meeting.stop();
    await database.pool.query('DELETE FROM event_store.events WHERE position > $1', [position]);
    await database.pool.query("SELECT setval('event_store.events_position_seq', $1)", [position]);
    await open(true);
    await restartCheckpoints(database.pool, [CHECKPOINTER], await infrastructure.store.storeId());
    meeting = new Meeting(infrastructure, clock);
  };
  const verdictOn = (id: string): Promise<StreamVerdict | undefined> => {
    const { pool, store, receipts } = infrastructure;
    return verifyOneStream({ pool, store, publicKeys: () => receipts.publicKeys() }, ndaStream(id));
  };
  const hashOfLast = async (id: string): Promise<string> => {
    const last = (await infrastructure.store.readStream(ndaStream(id))).at(-1);
    if (last === undefined) throw new Error('there is no such stream');
    return parseMetadata(last).hash;
  };

  it('reports the lost events, and the log is still signed and continued', async () => {
    await open(false);
    meeting = new Meeting(infrastructure, clock);
    const [kept, goingOn] = [await meeting.nda(), await meeting.nda()];
    const copied = String(await infrastructure.store.head());
    await meeting.run(goingOn, oneOfEachCommand.SetLegalHold);
    const lost = await meeting.nda();
    const [lostHash, before] = [await hashOfLast(lost), await meeting.sign()];
    expect((await meeting.verify()).firstBroken).toBeNull();

    await putBackTo(copied);
    const stream = ndaStream(goingOn);
    expect((await meeting.verify()).firstBroken).toMatchObject({ stream, revision: 1, kind: 'truncated' });
    // The stream continues after the restore, so a new event gets the revision of a lost event that still has
    // a leaf.
    await meeting.run(goingOn, oneOfEachCommand.SetLegalHold);
    const later = await meeting.nda();
    const after = await meeting.sign();
    expect((await meeting.verify()).firstBroken).toMatchObject({ stream, revision: 1, kind: 'forked' });
    expect((await verdictOn(goingOn))?.firstBroken).toMatchObject({ revision: 1, kind: 'forked' });
    expect((await verdictOn(lost))?.firstBroken).toMatchObject({ revision: 0, kind: 'truncated' });
    for (const one of [kept, later]) expect(await verdictOn(one)).toMatchObject({ firstBroken: null });

    // Checkpoints and proofs that were kept outside the service are still valid. The log extends the old
    // checkpoints, and lost events can still be proven.
    expect([before.size, after.size]).toEqual([4, 6]);
    const [proof = []] = await consistencyProofs(database.pool, [before.size], after.size);
    const tree = ({ size, root }: SignedCheckpoint) => ({ size, root: Buffer.from(root, 'hex') });
    expect(provesConsistency({ older: tree(before), newer: tree(after), proof })).toBe(true);
    expect(await proveEvent(infrastructure, lostHash)).toMatchObject({ index: 3, checkpoint: before });
  });
});
