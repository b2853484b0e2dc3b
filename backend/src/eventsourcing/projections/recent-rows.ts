import { LRUCache } from 'lru-cache';
import type { StoredRow } from './stored-row.js';
import { NOT_LOADED } from './projection.js';

/** Limits the memory that the rows use. An agreement's row with its sealed parts takes about 10 kB. */
const MOST_ROWS = 500;

/**
 * Remembers the rows that this backend read or wrote last, so that the next event of the same stream needs no
 * read of the table. The remembered rows are valid for one term of leadership, in which nobody else writes. A
 * failed commit clears them.
 */
export class RecentRows<Row extends object> {
  private readonly rows = new LRUCache<string, StoredRow<Row>>({ max: MOST_ROWS });

  /** @param bulky columns that are not loaded if an event has no sealed part */
  constructor(private readonly bulky: readonly (keyof Row & string)[]) {}

  /**
   * Returns undefined if the row is not remembered, or if its bulky columns are requested but not remembered.
   */
  get(id: string, how: 'whole' | 'light'): StoredRow<Row> | undefined {
    const known = this.rows.get(id);
    if (known?.row === undefined) return known;
    if (how === 'light') return { ...known, row: this.light(known.row) };
    return this.isWhole(known.row) ? known : undefined;
  }

  /**
   * Remembers a row. If the row's bulky columns were not loaded, the remembered values of these columns are
   * kept.
   */
  set(id: string, stored: StoredRow<Row>): void {
    const known = this.rows.peek(id)?.row;
    const isKept = stored.row !== undefined && known !== undefined && !this.isWhole(stored.row);
    this.rows.set(id, isKept ? { ...stored, row: this.completed(stored.row, known) } : stored);
  }

  clear(): void {
    this.rows.clear();
  }

  private isWhole(row: Row): boolean {
    // Allowed: the projection declares its columns in code.
    return this.bulky.every((name) => (row[name] as unknown) !== NOT_LOADED);
  }

  private light(row: Row): Row {
    return this.bulky.length === 0 ? row : this.with(row, () => NOT_LOADED);
  }

  private completed(row: Row, known: Row): Row {
    // Allowed: the projection declares its columns in code.
    return this.with(row, (name) => known[name]);
  }

  private with(row: Row, valueOf: (name: keyof Row & string) => unknown): Row {
    return { ...row, ...Object.fromEntries(this.bulky.map((name) => [name, valueOf(name)])) };
  }
}
