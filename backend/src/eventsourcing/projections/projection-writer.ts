import type { Pool } from 'pg';
import type { NewEvent, Recorded } from '../journal/event.js';
import { type Fence, fenceValues } from '../subscriptions/checkpoints.js';
import { foldInChunks, isUsed } from './fold-batch.js';
import { NOTHING, type StoredRow } from './stored-row.js';
import { type ReadHistory, RowVerifier } from './row-verifier.js';
import { NOT_LOADED, type Projection } from './projection.js';
import { RecentRows } from './recent-rows.js';
import { propertiesOf, rowTypes } from './row-codec.js';
import {
  commitText,
  type Extent,
  type Notification,
  type Part,
  RowStatements,
  type RowToStore,
  type Tombstone,
  type Written,
} from './row-statements.js';
import { RowsChanged, transactionsOf } from './rows-changed.js';
import { addingTo, type Summand, sumChanges } from './sums.js';

type Rows<Row extends object> = Map<string, StoredRow<Row>>;

interface LoadedRow {
  $id: string;
  $revision: number;
  $transaction: string;
}

export interface WriterOptions<E extends NewEvent> {
  /** By default the projection's own table. A rebuild uses another table. */
  readonly table?: string | undefined;
  readonly tombstones?: string | undefined;
  readonly sumsTable?: string | undefined;
  /** Reads the events from which a row has to be rebuilt. Without it, rows are not verified. */
  readonly history?: ReadHistory<E>;
}

/**
 * Reads and writes a projection's rows in batches. Each batch takes one read, and one statement that moves
 * the checkpoint and writes the rows. So a process that is stopped in between leaves no transaction open. The
 * read is safe outside the transaction. If another writer had written since the read, that writer would have
 * moved the checkpoint or raised its epoch, and the statement would do nothing.
 */
export class ProjectionWriter<Row extends object, E extends NewEvent> {
  private readonly statements: RowStatements;
  private readonly bulky: readonly (keyof Row & string)[];
  private readonly recent: RecentRows<Row>;
  /** The text of each commit statement. The key says which parts the statement contains. */
  private readonly texts = new Map<string, string>();
  /** Changes that each folded batch makes to the sums. */
  private readonly summands = new WeakMap<object, readonly Summand[]>();
  /** Maps each folded batch to the transactions that had written the rows from which the batch was folded. */
  private readonly transactions = new WeakMap<object, ReadonlyMap<string, string>>();
  private readonly verifier: RowVerifier<Row, E> | undefined;
  /**
   * Ids of rows that were read and whose MAC is not valid for this version of the fold. These rows are
   * rebuilt from their streams.
   */
  private readonly unverified = new Set<string>();
  private readonly table: string;
  private readonly tombstones: string;
  private readonly sumsTable: string | undefined;
  private isOfThisVersion = true;

  constructor(
    private readonly pool: Pool,
    private readonly projection: Projection<Row, E>,
    { table, tombstones, sumsTable, history }: WriterOptions<E> = {},
  ) {
    this.table = table ?? projection.table;
    this.tombstones = tombstones ?? projection.name;
    this.sumsTable = sumsTable ?? projection.sums?.table;
    const { rowVerification } = projection;
    if (rowVerification !== undefined && history !== undefined)
      this.verifier = new RowVerifier(projection, rowVerification, history);
    this.bulky = projection.bulky ?? [];
    const whole = propertiesOf(projection.columns);
    const light = whole.filter(({ name }) => !this.isBulky(name));
    this.statements = new RowStatements(this.table, this.tombstones, projection.columns, { whole, light });
    this.recent = new RecentRows(this.bulky);
  }

  /**
   * Forgets the remembered rows. Call this when another backend may have written, as at the start of a term
   * of leadership.
   * @param version version of the fold that filled the table. If it differs from this projection's version,
   * rows that cannot be verified are rebuilt but not reported, because a backend of the other version may
   * have written them.
   */
  forget(version?: number): void {
    this.recent.clear();
    if (version !== undefined) this.isOfThisVersion = version === this.projection.version;
  }

  /** Folds the events onto the stored rows, without writing anything. */
  async fold(all: readonly Recorded<E>[]): Promise<Map<string, StoredRow<Row>>> {
    const { prepare } = this.projection;
    const used = all.filter((event) => isUsed(this.projection, event));
    const events = prepare === undefined || used.length === 0 ? used : await prepare(used);
    this.unverified.clear();
    const whole = new Set<string>();
    const light = new Set<string>();
    for (const event of events) {
      const needed = this.bulky.length === 0 || this.changesBulky(event);
      (needed ? whole : light).add(this.projection.id(event));
    }
    const stored = await this.known([...whole], 'whole');
    const others = await this.known(
      [...light].filter((id) => !whole.has(id)),
      'light',
    );
    for (const [id, other] of others) stored.set(id, other);
    const read = new Map(stored);
    const rebuilt = await this.rebuildUnverified(stored, events);
    const changed = await foldInChunks(this.projection, events, stored);
    for (const [id, { row }] of others)
      if (row !== undefined && !rebuilt.has(id)) this.refuseTouched(changed.get(id)?.row);
    await this.prepareCommit(changed, stored, read);
    return changed;
  }

  /** Adds what the commit of rows needs. @param read the rows as they are in the table */
  async prepareCommit(changed: Rows<Row>, stored: Rows<Row>, read: Rows<Row> = stored): Promise<void> {
    await this.verifier?.proveAll(changed, stored);
    const { sums } = this.projection;
    if (sums !== undefined) this.summands.set(changed, sumChanges(sums, stored, changed));
    if (this.verifier !== undefined && this.remembers)
      this.transactions.set(changed, transactionsOf(read, changed));
  }

  /**
   * Rebuilds rows from their streams if a fold must not continue from the stored rows. Returns the ids of the
   * rebuilt rows.
   */
  private async rebuildUnverified(
    stored: Map<string, StoredRow<Row>>,
    events: readonly Recorded<E>[],
  ): Promise<ReadonlySet<string>> {
    const rebuilt = new Set<string>();
    if (this.verifier === undefined) return rebuilt;
    const seen = new Set<string>();
    for (const event of events) {
      const id = this.projection.id(event);
      const before = stored.get(id) ?? NOTHING;
      const isUnverified = this.unverified.has(id);
      if (seen.has(id) || (event.revision <= before.revision && !isUnverified)) continue;
      seen.add(id);
      if (this.verifier.follows(before, event) && !isUnverified) continue;
      stored.set(id, await this.verifier.rebuilt(id, before, event, this.isOfThisVersion));
      rebuilt.add(id);
    }
    return rebuilt;
  }

  /** Returns remembered rows from memory, and reads all other rows from the table. */
  private async known(ids: readonly string[], how: Extent): Promise<Map<string, StoredRow<Row>>> {
    const stored = new Map<string, StoredRow<Row>>();
    for (const id of ids) {
      const recent = this.recent.get(id, how);
      if (recent !== undefined) stored.set(id, recent);
    }
    const missing = ids.filter((id) => !stored.has(id));
    const found = await this.load(missing, how);
    for (const id of missing) {
      const row = found.get(id) ?? NOTHING;
      stored.set(id, row);
      if (row.row !== undefined && this.verifier?.hasValidMac(row.row) === false) this.unverified.add(id);
      else if (this.remembers) this.recent.set(id, row);
    }
    return stored;
  }

  async load(ids: readonly string[], how: Extent = 'whole'): Promise<Map<string, StoredRow<Row>>> {
    const stored = new Map<string, StoredRow<Row>>();
    if (ids.length === 0) return stored;
    const found = await this.pool.query<Row & LoadedRow>({
      ...this.named(`load-${how}`),
      text: this.statements.load(how),
      values: [ids],
      types: rowTypes,
    });
    const left = how === 'light' ? Object.fromEntries(this.bulky.map((name) => [name, NOT_LOADED])) : {};
    for (const { $id, $revision, $transaction: transaction, ...row } of found.rows) {
      // The selected columns are exactly those of the row's type.
      const whole = { ...row, ...left } as unknown as Row;
      stored.set($id, { row: whole, revision: $revision, deleted: false, transaction });
    }
    const absent = ids.filter((id) => !stored.has(id));
    if (absent.length > 0) await this.loadTombstones(absent, stored);
    return stored;
  }

  /**
   * Writes the changes and moves the checkpoint. Returns false and writes nothing if the fence does not hold.
   * @param notification sent to the listeners on its channel when the commit succeeds
   * @throws RowsChanged
   */
  async commit(
    changed: ReadonlyMap<string, StoredRow<Row>>,
    fence: Fence,
    notification?: Notification,
  ): Promise<boolean> {
    try {
      const { moved, unchanged, transaction } = await this.write(changed, fence, notification);
      if (unchanged === false) throw new RowsChanged();
      if (moved === 0) this.forget();
      else if (this.remembers)
        for (const [id, stored] of changed)
          this.recent.set(id, transaction === null ? stored : { ...stored, transaction });
      return moved === 1;
    } catch (error) {
      // After an error, it may be unknown whether the rows were written.
      this.forget();
      throw error;
    }
  }

  private async write(
    changed: ReadonlyMap<string, StoredRow<Row>>,
    fence: Fence,
    notification: Notification | undefined,
  ): Promise<Written> {
    const whole: RowToStore[] = [];
    const light: RowToStore[] = [];
    const deleted: Tombstone[] = [];
    for (const [id, { row, revision }] of changed) {
      if (row === undefined) deleted.push({ id, revision });
      else if (this.isLight(row)) light.push({ id, revision, row });
      else whole.push({ id, revision, row });
    }
    const values: unknown[] = fenceValues(fence);
    const parts: Part[] = [];
    if (whole.length > 0) parts.push(this.statements.upsert(values, whole));
    if (light.length > 0) parts.push(this.statements.update(values, light));
    if (deleted.length > 0) parts.push(this.statements.remove(values, deleted));
    const summands = this.summands.get(changed) ?? [];
    if (summands.length > 0) parts.push(addingTo(this.sumsTable ?? '', values, summands));
    const notified = notification === undefined ? undefined : this.statements.notify(values, notification);
    const read = this.transactions.get(changed) ?? new Map<string, string>();
    const unchanged = read.size === 0 ? undefined : this.statements.unchanged(values, read);
    const shape = [whole.length, light.length, deleted.length, summands.length, notified ? 1 : 0, read.size]
      .map(Math.sign)
      .join('');
    const text = this.texts.get(shape) ?? commitText(parts, { notified, unchanged });
    this.texts.set(shape, text);
    const { rows } = await this.pool.query<Written>({ ...this.named(`commit-${shape}`), text, values });
    return rows[0] ?? { moved: 0, transaction: null };
  }

  /** True if this writer remembers rows. A rebuild reads each row only once, so it remembers none. */
  private get remembers(): boolean {
    return this.table === this.projection.table;
  }

  private changesBulky(event: Recorded<E>): boolean {
    return this.projection.changesBulky?.(event) ?? event.sealed !== undefined;
  }

  private isBulky(name: string): boolean {
    return this.bulky.some((bulky) => bulky === name);
  }

  /** True if the row's bulky columns were not loaded. */
  private isLight(row: object): boolean {
    return Object.entries(row).some(([name, value]) => value === NOT_LOADED && this.isBulky(name));
  }

  /**
   * @throws Error if the fold changed a column that was not loaded, because writing it would destroy the
   * value in the table
   */
  private refuseTouched(row: Row | undefined): void {
    if (row === undefined) return;
    const touched = Object.entries(row).find(([name, value]) => this.isBulky(name) && value !== NOT_LOADED);
    if (touched !== undefined)
      throw new Error(`${this.projection.name} changed ${touched[0]} by an event without a sealed part`);
  }

  /**
   * Names a statement, so that each connection plans it only once. Planning costs more than running it.
   * During a rebuild the table starts empty and grows fast, so the rebuild's statements have no name and are
   * planned each time.
   */
  private named(what: string): { name: string } | undefined {
    return this.remembers ? { name: `${what}-${this.table}` } : undefined;
  }

  private async loadTombstones(ids: readonly string[], into: Map<string, StoredRow<Row>>): Promise<void> {
    const { rows } = await this.pool.query<Tombstone>(
      'SELECT id, revision FROM projection_tombstones WHERE projection = $1 AND id = ANY($2)',
      [this.tombstones, ids],
    );
    for (const { id, revision } of rows) into.set(id, { row: undefined, revision, deleted: true });
  }
}
