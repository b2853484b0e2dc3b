import { performance } from 'node:perf_hooks';
import { pause } from './pause.js';

/**
 * `GOOD_MS`: milliseconds for which a result stays valid. `WAIT_MS`: milliseconds for which a caller waits
 * for a result.
 */
const GOOD_MS = 2_000;
const WAIT_MS = 1_000;

/**
 * A check of something that can hang, such as a database or a disk. Callers may poll it often, because a
 * result stays valid for a moment, and two checks never run at once. By default no caller waits longer than a
 * second.
 */
export class SampledCheck<Found> {
  private found: Found | undefined;
  private foundAt = Number.NEGATIVE_INFINITY;
  private current: Promise<Found | undefined> | undefined;

  /**
   * @param failed called once for each check that fails or is late
   * @param waitMs milliseconds for which a caller waits
   */
  constructor(
    private readonly check: () => Promise<Found>,
    private readonly failed: () => void,
    private readonly waitMs = WAIT_MS,
  ) {}

  /** @returns the newest result, or undefined if the check fails or takes too long. Never rejects. */
  async latest(): Promise<Found | undefined> {
    if (performance.now() - this.foundAt < GOOD_MS) return this.found;
    this.current ??= this.begin();
    const over = new AbortController();
    const found = await Promise.race([this.current, pause(this.waitMs, over.signal).then(() => undefined)]);
    over.abort();
    return found;
  }

  private async begin(): Promise<Found | undefined> {
    let reported = false;
    const report = (): void => {
      if (!reported) this.failed();
      reported = true;
    };
    const late = setTimeout(report, this.waitMs).unref();
    try {
      const found = await this.check();
      this.found = found;
      this.foundAt = performance.now();
      return found;
    } catch {
      report();
      return undefined;
    } finally {
      clearTimeout(late);
      this.current = undefined;
    }
  }
}
