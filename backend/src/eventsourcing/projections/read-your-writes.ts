import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Changes } from './changes.js';
import type { Projection, ReadYourWrites } from './projection.js';
import { quoted } from './row-codec.js';
import type { ProjectionSignals } from './signals.js';

export interface ReadYourWritesOptions {
  readonly pool: Pool;
  readonly signals: ProjectionSignals;
  readonly projections: readonly ProjectionTable[];
  /** Time limit in milliseconds for callers of `waitFor` that pass no limit; 2000 if undefined. */
  readonly timeoutMs?: number | undefined;
}

/** The parts of a projection that are needed to poll its rows. */
export type ProjectionTable = Pick<Projection, 'name' | 'table'>;

const TIMEOUT_MS = 2000;
/**
 * Delay of the first poll in milliseconds. It is so long that most commits are reported before the first
 * poll.
 */
const FIRST_POLL_MS = 10;
const LAST_POLL_MS = 200;
/** Number of rows whose newest revision is remembered, for waiters that come after the commit. */
const REMEMBERED = 2000;

/**
 * Lets callers wait for a row to reach a revision, not for the projection to reach a position in the log
 * (rule:read-your-writes). The revision of a deleted row is that of its tombstone. On the backend that leads
 * the projection, the commit wakes the waiter directly. On other backends a notification wakes the waiter. If
 * the notification is lost, the waiter finds the row by polling.
 */
export function createReadYourWrites(options: ReadYourWritesOptions): ReadYourWrites {
  const usualMs = options.timeoutMs ?? TIMEOUT_MS;
  const watches = new Map(
    options.projections.map((projection) => [
      projection.name,
      new Watch(options.pool, options.signals, projection),
    ]),
  );
  return {
    waitFor: (projection, id, revision, timeoutMs = usualMs) => {
      const watch = watches.get(projection);
      if (watch === undefined) return Promise.reject(new Error(`no projection is named ${projection}`));
      return watch.waitFor(id, revision, timeoutMs);
    },
  };
}

interface Waiter {
  readonly id: string;
  readonly revision: number;
  readonly done: (visible: boolean) => void;
}

/** All waiters on one projection. They share one query at a time. */
class Watch {
  /** Each change replaces the array, because a `Set` would keep removed waiters alive (see `Places`). */
  private waiters: readonly Waiter[] = [];
  private readonly recent = new LRUCache<string, number>({ max: REMEMBERED });
  private readonly query: string;
  private polling = false;
  private pollAgain = false;
  private timer: NodeJS.Timeout | undefined;
  private pollAt = 0;

  constructor(
    private readonly pool: Pool,
    signals: ProjectionSignals,
    private readonly projection: ProjectionTable,
  ) {
    this.query = `SELECT id::text AS id, revision::int AS revision FROM ${quoted(projection.table)} WHERE id = ANY($1)
      UNION ALL SELECT id, revision FROM projection_tombstones WHERE projection = $2 AND id = ANY($3)`;
    signals.on(projection.name, (changes) => this.onCommitted(changes));
  }

  waitFor(id: string, revision: number, timeoutMs: number): Promise<boolean> {
    if ((this.recent.peek(id) ?? -1) >= revision) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        id,
        revision,
        done: (visible) => {
          clearTimeout(timer);
          resolve(visible);
        },
      };
      const timer = setTimeout(() => {
        this.leave((each) => each === waiter);
        waiter.done(false);
      }, timeoutMs);
      this.waiters = [...this.waiters, waiter];
      this.pollFrom(FIRST_POLL_MS);
    });
  }

  private onCommitted(changes: Changes | undefined): void {
    if (changes === undefined) {
      if (this.waiters.length > 0) void this.poll();
      return;
    }
    for (const [id, revision] of changes) this.recent.set(id, revision);
    this.settle(changes);
  }

  private settle(revisions: ReadonlyMap<string, number>): void {
    const isSeen = ({ id, revision }: Waiter): boolean => (revisions.get(id) ?? -1) >= revision;
    const seen = this.waiters.filter(isSeen);
    if (seen.length === 0) return;
    this.leave(isSeen);
    for (const waiter of seen) waiter.done(true);
  }

  private leave(which: (waiter: Waiter) => boolean): void {
    this.waiters = this.waiters.filter((waiter) => !which(waiter));
    if (this.waiters.length === 0) this.rest();
  }

  private async poll(): Promise<void> {
    this.pollAgain = true;
    if (this.polling) return;
    this.polling = true;
    try {
      while (this.pollAgain && this.waiters.length > 0) {
        this.pollAgain = false;
        const ids = [...new Set(this.waiters.map(({ id }) => id))];
        const { rows } = await this.pool.query<{ id: string; revision: number }>(this.query, [
          ids,
          this.projection.name,
          ids,
        ]);
        this.settle(new Map(rows.map(({ id, revision }) => [id, revision])));
      }
    } catch {
      // The database is unreachable. The next poll tries again, and the waiters' time limits still apply.
    } finally {
      this.polling = false;
    }
  }

  /**
   * Plans a poll unless an earlier poll is planned already. A later waiter must not delay the poll of an
   * earlier waiter.
   */
  private pollFrom(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (this.timer !== undefined && this.pollAt <= at) return;
    clearTimeout(this.timer);
    this.pollAt = at;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.waiters.length === 0) return;
      void this.poll();
      this.pollFrom(Math.min(delayMs * 2, LAST_POLL_MS));
    }, delayMs);
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
