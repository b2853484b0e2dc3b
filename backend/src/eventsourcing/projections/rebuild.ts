import type { Pool, PoolClient } from 'pg';
import type { Position } from '../event-store/event-store.js';
import type { StoredEvent } from '../trust/authenticate.js';
import type { TrustedLog } from '../trust/trusted-log.js';
import type { NewEvent, Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { type Lease, LeaseKeeper } from '../subscriptions/leases/lease.js';
import { withLease } from '../subscriptions/leases/with-lease.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import { type Logger, silentLogger } from '../../platform/logging/logger.js';
import { transaction } from '../../platform/postgres/pool.js';
import { claimCheckpoint, readCheckpoint, SHADOW_SUFFIX } from '../subscriptions/checkpoints.js';
import { raiseLease } from '../subscriptions/leases/lease-table.js';
import { replaceCheckpoint, restartCheckpoint, takeCheckpoint } from '../subscriptions/shadow-checkpoint.js';
import { type Projection, projectionLease } from './projection.js';
import { historyIn } from './row-verifier.js';
import { ProjectionWriter } from './projection-writer.js';
import { propertiesOf, quoted } from './row-codec.js';
import { ShadowTable } from './shadow-table.js';
import { hasCode } from '../../platform/errors/has-code.js';

export interface RebuildOptions<Row extends object, E extends NewEvent> {
  /** The pool must have at least two connections. */
  readonly pool: Pool;
  readonly log: TrustedLog;
  readonly journal: Pick<Journal, 'decode'>;
  readonly projection: Projection<Row, E>;
  /** The backend's lease keeper; a new one by default. */
  readonly leases?: LeaseKeeper;
  readonly logger?: Logger;
  readonly signal?: AbortSignal;
  /**
   * If true, the rebuild does nothing if this version of the fold, or a later version, has already filled the
   * table.
   */
  readonly onlyIfOlder?: boolean;
}

export interface RebuildResult {
  readonly projection: string;
  readonly events: number;
  readonly milliseconds: number;
}

/** Number of events that are folded and written at a time. */
const CHUNK = 4000;
const SWAP_ATTEMPTS = 10;
/** PostgreSQL's code for an expired `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Rebuilds a projection's table from the first event while the old table stays in use. Then one transaction
 * swaps the new and the old table and writes the checkpoint. Only one rebuild of a projection runs at a time,
 * across all backends. After a crash the rebuild starts again from the first event.
 */
export async function rebuildProjection<Row extends object, E extends NewEvent>(
  options: RebuildOptions<Row, E>,
): Promise<RebuildResult | undefined> {
  if (options.onlyIfOlder === true && !(await isOlder(options.pool, options.projection))) return undefined;
  const logger = options.logger ?? silentLogger;
  const leases = options.leases ?? new LeaseKeeper({ pool: options.pool, logger });
  const result = await withLease(
    leases,
    `rebuild:${options.projection.name}`,
    async (lease) => {
      if (options.onlyIfOlder === true && !(await isOlder(options.pool, options.projection)))
        return undefined;
      return new Rebuild(options, lease).run();
    },
    options.signal,
  );
  if (result !== undefined)
    logger.info({ ...result, version: options.projection.version }, 'projection rebuilt');
  return result;
}

async function isOlder(pool: Pool, projection: Pick<Projection, 'name' | 'version'>): Promise<boolean> {
  const checkpoint = await readCheckpoint(pool, projection.name);
  return checkpoint !== undefined && checkpoint.version < projection.version;
}

/**
 * Thrown if another rebuild took over or this rebuild was stopped. The table of this rebuild will never be
 * used.
 */
class RebuildStopped extends OperatorError {
  constructor(projection: string) {
    super(
      `The rebuild of ${projection} ended early: another rebuild took over, or the database did not answer ` +
        'within the lease term. The old table is still in use. Run the command again. If it ends early ' +
        'twice, check the load on the database.',
    );
  }
}

class Rebuild<Row extends object, E extends NewEvent> {
  /** The new table of the rows, and the new table of the sums if the projection has sums. */
  private readonly shadows: readonly ShadowTable[];
  private readonly shadowName: string;
  private readonly writer: ProjectionWriter<Row, E>;
  private position: Position | undefined;
  private events = 0;

  constructor(
    private readonly options: RebuildOptions<Row, E>,
    private readonly lease: Lease,
  ) {
    const { projection, pool } = options;
    const rows = new ShadowTable(projection.table);
    const sums = projection.sums && new ShadowTable(projection.sums.table);
    this.shadows = sums === undefined ? [rows] : [rows, sums];
    this.shadowName = `${projection.name}${SHADOW_SUFFIX}`;
    this.writer = new ProjectionWriter(pool, projection, {
      table: rows.name,
      tombstones: this.shadowName,
      sumsTable: sums?.name,
      history: historyIn<E>(options),
    });
  }

  async run(): Promise<RebuildResult> {
    const began = performance.now();
    await this.prepare();
    await this.catchUp();
    for (const shadow of this.shadows) await shadow.complete(this.options.pool);
    await this.catchUp();
    await this.swap();
    return {
      projection: this.options.projection.name,
      events: this.events,
      milliseconds: Math.round(performance.now() - began),
    };
  }

  private async prepare(): Promise<void> {
    const { pool, log, projection } = this.options;
    const storeId = await log.storeId();
    await transaction(pool, async (client) => {
      const claim = { name: this.shadowName, version: projection.version, storeId, epoch: this.lease.epoch };
      if ((await claimCheckpoint(client, claim)) === undefined)
        throw new RebuildStopped(this.options.projection.name);
      await restartCheckpoint(client, claim);
      await client.query('DELETE FROM projection_tombstones WHERE projection = $1', [this.shadowName]);
      const [rows, sums] = this.shadows;
      await rows?.create(client, columnsOf(projection));
      await sums?.create(client);
    });
  }

  /**
   * Folds all events that the log contains by now. Reads the next chunk while it writes the current chunk.
   */
  private async catchUp(): Promise<void> {
    const { log, projection } = this.options;
    const read = log.readAll({
      after: this.position,
      streamPrefixes: [projection.streamPrefix],
      batchSize: CHUNK,
    });
    const chunks = read[Symbol.asyncIterator]();
    let next = chunks.next();
    // Prevents an unhandled rejection. The loop handles a rejection when it awaits this promise, but writing
    // the current chunk may fail before that.
    next.catch(() => undefined);
    try {
      for (let chunk = await next; chunk.done !== true; chunk = await next) {
        next = chunks.next();
        next.catch(() => undefined);
        await this.write(chunk.value);
      }
    } finally {
      await next.catch(() => undefined);
      await chunks.return?.(undefined);
    }
  }

  private async write(chunk: { events: readonly StoredEvent[]; position: Position }): Promise<void> {
    if (this.options.signal?.aborted === true || !this.lease.held())
      throw new RebuildStopped(this.options.projection.name);
    const events: Recorded<E>[] = [];
    for await (const part of chunkedWithYield(chunk.events))
      for (const event of part) events.push(this.options.journal.decode<E>(event));
    const changed = await this.writer.fold(events);
    const fence = { name: this.shadowName, from: this.position, to: chunk.position, epoch: this.lease.epoch };
    if (!(await this.writer.commit(changed, fence))) throw new RebuildStopped(this.options.projection.name);
    this.position = chunk.position;
    this.events += chunk.events.length;
  }

  private async swap(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await transaction(this.options.pool, (client) => this.swapIn(client));
      } catch (error) {
        // A reader has held the table for a long time. A new attempt lets that reader finish, and also the
        // readers that are queued behind this swap.
        if (attempt === SWAP_ATTEMPTS || !hasCode(error, LOCK_NOT_AVAILABLE)) throw error;
      }
    }
  }

  /**
   * Swaps the tables. Writers have to wait from the first lock on. Readers have to wait only during the
   * renaming. Between the lock and the renaming, the rebuild folds the events that the log has gained, so
   * that a reader never sees a row go back to an earlier revision. Raising the projection's lease ends the
   * term of the projection's leader.
   */
  private async swapIn(client: PoolClient): Promise<void> {
    const { projection } = this.options;
    const { name } = projection;
    const tables = this.shadows.map(({ table }) => quoted(table)).join(', ');
    await client.query(
      "SET LOCAL lock_timeout = '3s'; SET LOCAL idle_in_transaction_session_timeout = '20s'",
    );
    await client.query(`LOCK TABLE ${tables} IN EXCLUSIVE MODE`);
    await this.catchUp();
    const place = await takeCheckpoint(client, this.shadowName, this.lease.epoch);
    if (place === undefined) throw new RebuildStopped(this.options.projection.name);
    for (const shadow of this.shadows) await shadow.replace(client);
    await client.query('DELETE FROM projection_tombstones WHERE projection = $1', [name]);
    await client.query('UPDATE projection_tombstones SET projection = $1 WHERE projection = $2', [
      name,
      this.shadowName,
    ]);
    const epoch = await raiseLease(client, projectionLease(name));
    await replaceCheckpoint(client, { name, version: projection.version, epoch }, place);
  }
}

/** Returns the names that this version of the projection gives to the table's columns. */
const columnsOf = ({ columns }: { readonly columns: readonly string[] }): readonly string[] => [
  'id',
  'revision',
  ...propertiesOf(columns).map(({ column }) => column),
];
