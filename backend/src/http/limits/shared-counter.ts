import type { Pool } from 'pg';
import { describeError } from '../../platform/logging/describe-error.js';
import type { Logger } from '../../platform/logging/logger.js';

/**
 * Largest number of clients that are counted in a window. Further clients are not counted, so that memory
 * stays bounded.
 */
const ENTRIES_MAX = 100_000;
const FLUSH_MS = 1000;

interface Entry {
  readonly bucket: string;
  readonly windowStart: number;
  readonly windowEnd: number;
  /** Number of calls that all backends had counted at the last synchronisation. */
  settled: number;
  /**
   * Number of calls that this backend has counted and not yet sent to the database. `inFlight` is the number
   * of calls that it is sending at the moment.
   */
  pending: number;
  inFlight: number;
}

const total = (entry: Entry): number => entry.settled + entry.inFlight + entry.pending;

/**
 * Counts calls in memory, so that a call costs no query. Synchronises the counts with the other backends
 * through the database every second. While the database is unavailable, each backend counts alone. No count
 * is lost, because the pending counts are added when the database is back.
 */
export class SharedCounter {
  readonly #entries = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly logger: Logger,
    /** Returns the current time in milliseconds since the epoch. */
    private readonly now: () => number,
  ) {}

  /**
   * Counts one call unless `max` is reached. Returns true if the call may pass. `bucketOf` is called once per
   * window.
   */
  count(key: string, window: { start: number; end: number }, max: number, bucketOf: () => string): boolean {
    let entry = this.#entries.get(key);
    if (entry === undefined || entry.windowStart !== window.start) {
      if (entry === undefined && this.#entries.size >= ENTRIES_MAX) return true;
      entry = {
        bucket: bucketOf(),
        windowStart: window.start,
        windowEnd: window.end,
        settled: 0,
        pending: 0,
        inFlight: 0,
      };
      this.#entries.set(key, entry);
    }
    if (total(entry) >= max) return false;
    entry.pending += 1;
    return true;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.flush();
  }

  /** Never rejects. */
  flush(): Promise<void> {
    this.#flushing ??= this.#settle().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async #settle(): Promise<void> {
    const entries = [...this.#entries.values()].filter((entry) => entry.pending > 0);
    for (const entry of entries) {
      entry.inFlight = entry.pending;
      entry.pending = 0;
    }
    try {
      if (entries.length > 0) await this.#exchange(entries);
    } catch (error) {
      for (const entry of entries) entry.pending += entry.inFlight;
      this.logger.warn(
        describeError(error),
        'the rate-limit counts could not be shared with other backends; until the next attempt, each backend counts only its own calls',
      );
    }
    for (const entry of entries) entry.inFlight = 0;
    const now = this.now();
    for (const [key, entry] of this.#entries) if (entry.windowEnd <= now) this.#entries.delete(key);
  }

  async #exchange(entries: readonly Entry[]): Promise<void> {
    // All backends write the rows in the same order of buckets, so that two backends never deadlock.
    const ordered = [...entries].sort((a, b) => (a.bucket < b.bucket ? -1 : 1));
    const { rows } = await this.pool.query<{ bucket: string; window_start: Date; count: number }>(
      `INSERT INTO rate_limits (bucket, window_start, count)
       SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::integer[])
       ON CONFLICT (bucket, window_start) DO UPDATE SET count = rate_limits.count + excluded.count
       RETURNING bucket, window_start, count`,
      [
        ordered.map((entry) => entry.bucket),
        ordered.map((entry) => new Date(entry.windowStart).toISOString()),
        ordered.map((entry) => entry.inFlight),
      ],
    );
    const counts = new Map(rows.map((row) => [`${row.bucket} ${row.window_start.getTime()}`, row.count]));
    for (const entry of ordered)
      entry.settled = counts.get(`${entry.bucket} ${entry.windowStart}`) ?? entry.settled + entry.inFlight;
  }
}
