import type { Clock } from '../time/clock.js';

/** This many rows are counted in about two milliseconds: smaller lists are counted each time. */
const COUNTED_EACH_TIME_MAX = 10_000;
/** Milliseconds for which the total of a larger list stays valid. */
const VALID_MS = 10_000;

/**
 * Number of rows of a list. Counting a hundred thousand takes longer than reading a page of them, so a large
 * total is remembered for ten seconds.
 */
export class ListTotals {
  private readonly known = new Map<string, { readonly total: number; readonly at: number }>();

  constructor(private readonly clock: Clock) {}

  /** @param list name, one of few: each total is remembered */
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
