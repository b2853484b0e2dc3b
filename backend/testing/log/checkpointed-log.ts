import type { Pool } from 'pg';
import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { isOwnStream, STREAM_PREFIXES } from '#src/app/streams';
import type { UntrustedEvent, StoredLog } from '#src/eventsourcing/event-store/event-store';
import { metadataOf } from '#src/eventsourcing/journal/chain';
import { type AcceptedPlace, encodeAdoption } from '#src/eventsourcing/trust/adoption';
import { LeaseKeeper } from '#src/eventsourcing/subscriptions/leases/lease';
import type { NdaCommand } from '#src/nda/nda.commands';
import { silentLogger } from '#src/platform/logging/logger';
import { RecordedTampering } from '#src/platform/tampering/testing/recorded-tampering';
import { openTestInfrastructure, type TestInfrastructure } from '../backend/test-infrastructure.js';
import { until } from '#src/platform/testing/until';
import { Checkpointer } from '#src/proof/checkpointer';
import { leavesFrom } from '#src/proof/leaves';
import { EMPTY_ROOT } from '#src/proof/merkle-tree';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import type { LogVerdict, PassParts } from '#src/proof/log-pass';
import { signCheckpoint } from '#src/proof/sign-checkpoints';
import type { SignedCheckpoint } from '#src/proof/signed-checkpoints';
import { treeSize } from '#src/proof/stored-tree';
import type { TreeParts } from '#src/proof/tree-parts';
import type { Receipts } from '#src/vault/receipts';
import { verifyLog } from '#src/proof/verify-log';

interface AnotherProcess {
  readonly accepted?: readonly AcceptedPlace[];
  readonly dataDir?: string;
}

/**
 * A log of some agreements on a real PostgreSQL. A checkpointer adds a leaf to the tree for each event that
 * is appended.
 */
export class CheckpointedLog {
  readonly pool: Pool;
  readonly url: string;
  /** The reports of tampering with this log. */
  readonly tampering = new RecordedTampering();
  private checkpointer: Checkpointer;
  private readonly others: Infrastructure[] = [];

  private constructor(
    readonly bench: TestInfrastructure,
    private readonly eventStoreUrl: string | undefined,
  ) {
    const { pool, dataSource } = bench.infrastructure;
    this.pool = pool;
    ({ url: this.url } = dataSource.options as { url: string });
    this.checkpointer = this.started(bench.infrastructure);
  }

  private started({ pool, log, receipts, trust, tree }: Infrastructure): Checkpointer {
    const checkpointer = new Checkpointer({
      log,
      pool,
      leases: new LeaseKeeper({ pool, logger: silentLogger }),
      logger: silentLogger,
      streamPrefixes: STREAM_PREFIXES,
      isOwnStream,
      receipts,
      tree,
      closed: trust.closed,
      tampering: this.tampering,
    });
    checkpointer.start();
    return checkpointer;
  }

  /** @param eventStoreUrl URL of EventStoreDB; if undefined, the events are in the database */
  static async open(eventStoreUrl?: string): Promise<CheckpointedLog> {
    return new CheckpointedLog(await openTestInfrastructure(eventStoreUrl), eventStoreUrl);
  }

  /** Makes a new NDA by these commands, and waits until its events have leaves. @returns its id */
  async nda(...commands: readonly NdaCommand[]): Promise<string> {
    const id = await this.bench.nda(...commands);
    const { length } = (await this.rows()).filter(({ stream }) => isOwnStream(stream));
    await until(async () => (await treeSize(this.pool)) === length);
    return id;
  }

  /** The parts that check the tree and rebuild it. */
  get treeParts(): TreeParts & { readonly receipts: Receipts } {
    const { log, receipts, tree } = this.bench.infrastructure;
    const { pool, tampering } = this;
    return { pool, log, receipts, tree, tampering };
  }

  /**
   * Opens the parts of another process on this log. It has no memory of what others saw.
   * @param how `accepted`: places that the operator accepted. `dataDir`: folder for the newest checkpoint
   */
  async another({ accepted, dataDir }: AnotherProcess = {}): Promise<Infrastructure> {
    const { secrets, clock, infrastructure } = this.bench;
    const { keys } = infrastructure.trust;
    const adoption = { log: keys.log, size: 0, root: EMPTY_ROOT.toString('hex'), retired: [], reason: null };
    // The acceptances are younger than all leaves.
    const size = await treeSize(this.pool);
    const acceptances = accepted?.map((place) => ({ ...place, size }));
    const logAdopted = acceptances && encodeAdoption({ ...adoption, accepted: acceptances }, keys);
    // The statements of these processes do not follow each other.
    await this.pool.query("DELETE FROM secret_checks WHERE name = 'adopted'");
    const opened = await openInfrastructure({
      databaseUrl: this.url,
      eventStoreUrl: this.eventStoreUrl,
      secrets: { ...secrets, logAdopted },
      logger: silentLogger,
      clock,
      dataDir,
      connectWithinMs: scaledTimeout(5000),
    });
    this.others.push(opened);
    return opened;
  }

  sign(): Promise<SignedCheckpoint> {
    return signCheckpoint({ ...this.treeParts, ...this.bench });
  }

  /** Waits until the tree has the leaves of all events in the log, and no others. */
  async untilAllHaveLeaves(): Promise<void> {
    const wanted = (await this.rows()).flatMap((row) => metadataOf(row)?.hash ?? []);
    await until(async () => {
      const leaves = await leavesFrom(this.pool, 0, 10_000);
      return leaves.length === wanted.length && leaves.every(({ eventHash }) => wanted.includes(eventHash));
    });
  }

  /** Stops the checkpointer, so that later events get no leaves. */
  stopCheckpointer(): Promise<void> {
    return this.checkpointer.stop();
  }

  /** Starts a new checkpointer, as the service does when it starts. @param by the process that starts it */
  restartCheckpointer(by = this.bench.infrastructure): void {
    this.checkpointer = this.started(by);
  }

  /** Returns all events of the log as they are stored. */
  async rows(): Promise<UntrustedEvent[]> {
    return this.reading(async (log) => {
      const rows: UntrustedEvent[] = [];
      for await (const { events } of log.readAll({ after: undefined })) rows.push(...events);
      return rows;
    });
  }

  /** Returns the dependencies of a verification pass. */
  parts(store: PassParts['store']): PassParts {
    const { receipts, log, tree } = this.bench.infrastructure;
    const publicKeys = () => receipts.publicKeys();
    return {
      pool: this.pool,
      store,
      checker: log.checker,
      names: tree.seals.leaves,
      publicKeys,
      streamPrefixes: STREAM_PREFIXES,
      isOwnStream,
    };
  }

  /** Verifies the log as it is stored. */
  verify(more: Partial<PassParts> = {}): Promise<LogVerdict> {
    return this.reading((log) => verifyLog({ ...this.parts(log), ...more }));
  }

  async stop(): Promise<void> {
    await this.checkpointer.stop();
    await Promise.all(this.others.map((one) => one.close()));
    await this.bench.stop();
  }

  private async reading<Result>(work: (log: StoredLog) => Promise<Result>): Promise<Result> {
    const log = await this.bench.infrastructure.openLog();
    try {
      return await work(log);
    } finally {
      await log.close();
    }
  }
}
