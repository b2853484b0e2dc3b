import type { Pool } from 'pg';
import { isOwnStream, STREAM_PREFIXES } from '#src/app/streams';
import type { UntrustedEvent, StoredLog } from '#src/eventsourcing/event-store/event-store';
import { metadataOf } from '#src/eventsourcing/journal/chain';
import { LeaseKeeper } from '#src/eventsourcing/subscriptions/leases/lease';
import type { NdaCommand } from '#src/nda/nda.commands';
import { silentLogger } from '#src/platform/logging/logger';
import { RecordedTampering } from '#src/platform/tampering/testing/recorded-tampering';
import { openTestInfrastructure, type TestInfrastructure } from '../backend/test-infrastructure.js';
import { until } from '#src/platform/testing/until';
import { Checkpointer } from '#src/proof/checkpointer';
import { leavesFrom } from '#src/proof/leaves';
import type { LogVerdict, PassParts } from '#src/proof/log-pass';
import { signCheckpoint } from '#src/proof/sign-checkpoints';
import type { SignedCheckpoint } from '#src/proof/signed-checkpoints';
import { treeSize } from '#src/proof/stored-tree';
import type { TreeParts } from '#src/proof/tree-parts';
import type { Receipts } from '#src/vault/receipts';
import { verifyLog } from '#src/proof/verify-log';

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

  private constructor(readonly bench: TestInfrastructure) {
    const { pool, dataSource } = bench.infrastructure;
    this.pool = pool;
    ({ url: this.url } = dataSource.options as { url: string });
    this.checkpointer = this.started();
  }

  private started(): Checkpointer {
    const { pool, log, receipts, trust, tree } = this.bench.infrastructure;
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
    return new CheckpointedLog(await openTestInfrastructure(eventStoreUrl));
  }

  /** Makes a new NDA by these commands, and waits until its events have leaves. @returns its id */
  async nda(...commands: readonly NdaCommand[]): Promise<string> {
    const id = await this.bench.nda(...commands);
    const { length } = (await this.rows()).filter(({ stream }) => isOwnStream(stream));
    await until(async () => (await treeSize(this.pool)) === length);
    return id;
  }

  /** The parts that check the tree and make it anew. */
  get treeParts(): TreeParts & { readonly receipts: Receipts } {
    const { log, receipts, tree } = this.bench.infrastructure;
    const { pool, tampering } = this;
    return { pool, log, receipts, tree, tampering };
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

  /** Starts a new checkpointer, as the service does when it starts. */
  restartCheckpointer(): void {
    this.checkpointer = this.started();
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
    const { receipts, log } = this.bench.infrastructure;
    const publicKeys = () => receipts.publicKeys();
    return {
      pool: this.pool,
      store,
      checker: log.checker,
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
