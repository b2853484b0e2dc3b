import type { Clock } from '../time/clock.js';

/** So many are counted within two milliseconds or so: they are counted each time. */
const COUNTED_AT_ONCE = 10_000;
/** Milliseconds for which the number of more than these stands. */
const STANDS_MS = 10_000;

/**
 * How many rows a list has. To count a hundred thousand takes longer than to read a page of them, so a large number
 * is remembered for ten seconds.
 */
export class ListTotals {
  private readonly known = new Map<string, { readonly total: number; readonly at: number }>();

  constructor(private readonly clock: Clock) {}

  /** @param list one of few: each is remembered */
  async of(list: string, count: () => Promise<number>): Promise<number> {
    const now = this.clock.now().getTime();
    const known = this.known.get(list);
    if (known !== undefined && known.total >= COUNTED_AT_ONCE && Math.abs(now - known.at) < STANDS_MS)
      return known.total;
    const total = await count();
    this.known.set(list, { total, at: now });
    return total;
  }
}
