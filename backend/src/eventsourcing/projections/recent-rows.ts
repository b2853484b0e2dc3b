import { LRUCache } from 'lru-cache';
import type { StoredRow } from './stored-row.js';
import { NOT_LOADED } from './projection.js';

/** An NDA's row with its sealed parts is about 10 kB. */
const MOST_ROWS = 500;

/**
 * What was last read or written of each id, by whom nobody else could write meanwhile: who comes next on the same
 * stream need not ask the table again. It holds for one term of leadership; whoever cannot commit forgets it.
 */
export class RecentRows<Row extends object> {
  private readonly rows = new LRUCache<string, StoredRow<Row>>({ max: MOST_ROWS });

  /** @param bulky columns that an event without a sealed part leaves in the table */
  constructor(private readonly bulky: readonly (keyof Row & string)[]) {}

  /** Undefined where it is not known, or not with the bulky columns that are asked for. */
  get(id: string, how: 'whole' | 'light'): StoredRow<Row> | undefined {
    const known = this.rows.get(id);
    if (known?.row === undefined) return known;
    if (how === 'light') return { ...known, row: this.light(known.row) };
    return this.isWhole(known.row) ? known : undefined;
  }

  /** A row whose bulky columns were left in the table keeps those that are known. */
  set(id: string, stored: StoredRow<Row>): void {
    const known = this.rows.peek(id)?.row;
    const isKept = stored.row !== undefined && known !== undefined && !this.isWhole(stored.row);
    this.rows.set(id, isKept ? { ...stored, row: this.completed(stored.row, known) } : stored);
  }

  clear(): void {
    this.rows.clear();
  }

  private isWhole(row: Row): boolean {
    return this.bulky.every((name) => (row[name] as unknown) !== NOT_LOADED);
  }

  private light(row: Row): Row {
    return this.bulky.length === 0 ? row : this.with(row, () => NOT_LOADED);
  }

  private completed(row: Row, known: Row): Row {
    return this.with(row, (name) => known[name]);
  }

  private with(row: Row, valueOf: (name: keyof Row & string) => unknown): Row {
    return { ...row, ...Object.fromEntries(this.bulky.map((name) => [name, valueOf(name)])) };
  }
}
