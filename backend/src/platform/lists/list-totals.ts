import type { Clock } from '../time/clock.js';

/**
 * Smallest total that is remembered. Counting this many rows takes about two milliseconds. Smaller lists are
 * counted each time.
 */
const COUNTED_EACH_TIME_MAX = 10_000;
/** Milliseconds for which a larger list's total stays valid. */
const VALID_MS = 10_000;

/**
 * Returns the number of rows in a list. Counting a hundred thousand rows takes longer than reading a page of
 * them, so a large total is remembered for ten seconds.
 */
export class ListTotals {
  private readonly known = new Map<string, { readonly total: number; readonly at: number }>();

  constructor(private readonly clock: Clock) {}

  /** @param list the name of the list. There must be only a few names, because each total stays in memory. */
  async of(list: string, count: () => Promise<number>): Promise<number> {
    const now = this.clock.now().getTime();
    const known = this.known.get(list);
    if (known !== undefined && known.total >= COUNTED_EACH_TIME_MAX && Math.abs(now - known.at) < VALID_MS)
      return known.total;
    const total = await count();
    this.known.set(list, { total, at: now });
    return total;
  }
}
