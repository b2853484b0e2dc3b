import type { Pool } from 'pg';
import type { StoredEvent } from '../event-store.js';
import { ORDER_LOCK } from './schema.js';
import { asEvent, COLUMNS, type EventRow } from './rows.js';

/** At most this often is the lock taken, which holds up all appends for an instant. */
const SHORTEST_PAUSE_MS = 5;
const POLL_MS = 250;
/** What is kept in memory for subscribers that are up to date. */
const TAIL_EVENTS = 2_000;
const TAIL_BYTES = 8 * 1024 * 1024;
/** Most numbers looked at by one query that looks for few streams among many. */
const WINDOW = 20_000;

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface Page {
  readonly events: readonly StoredEvent[];
  /** All up to here is seen. */
  readonly upTo: number;
}

/**
 * The process's one look-out. Positions are given out before commits, so a plain reader would skip events that commit late. Each append holds
 * a shared lock from before it takes its number until it has committed; whoever holds the lock exclusively therefore sees all numbers
 * given out so far, committed or void: up to the highest the log is complete, and is then read without any lock.
 */
export class LogReader {
  /** The log is complete up to here. */
  private bound = 0;
  private lastNumber = -1;
  private tail: StoredEvent[] = [];
  private tailAfter = 0;
  private tailBytes = 0;
  private waiters = new Set<Waiter>();
  /** The look under way, and the one that has yet to begin: looks never overlap. */
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private dirty = false;
  private running = false;
  private lastRun = 0;
  private poll: NodeJS.Timeout | undefined;

  constructor(private readonly pool: Pool) {}

  /** Something may be new: an append of this process, or a sign from another. Costs nothing while nobody waits. */
  wake(): void {
    this.dirty = true;
    if (this.running || this.waiters.size === 0) return;
    this.running = true;
    const pause = this.lastRun + SHORTEST_PAUSE_MS - Date.now();
    if (pause <= 0) void this.run();
    else setTimeout(() => void this.run(), pause);
  }

  /** Resolves when the log is complete beyond `after`. @throws what kept us from looking */
  async beyond(after: number, signal: AbortSignal): Promise<void> {
    while (this.bound <= after && !signal.aborted) await this.wait(signal);
  }

  /** Whether nothing more is known at the moment. */
  isEnd(after: number): boolean {
    return after >= this.bound;
  }

  /** The bound as of now, or later. */
  async complete(): Promise<number> {
    this.next ??= this.current.then(() => {
      this.next = undefined;
      return this.refresh();
    });
    await this.next;
    return this.bound;
  }

  /** Up to `limit` events after `after`, from memory where they are still there. Only called where the log is complete beyond. */
  async page(after: number, limit: number, prefixes: readonly string[] | undefined): Promise<Page> {
    return after >= this.tailAfter ? this.fromTail(after, limit, prefixes) : this.fromTable(after, limit, prefixes);
  }

  close(): void {
    clearInterval(this.poll);
    this.poll = undefined;
    this.running = true;
    this.release((waiter) => waiter.resolve());
  }

  private wait(signal: AbortSignal): Promise<void> {
    this.poll ??= setInterval(() => void this.look(), POLL_MS).unref();
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.waiters.delete(waiter);
        resolve();
      };
      const settle = (how: () => void) => () => {
        signal.removeEventListener('abort', stop);
        how();
      };
      const waiter: Waiter = {
        resolve: settle(resolve),
        reject: (error) => {
          settle(() => reject(error))();
        },
      };
      signal.addEventListener('abort', stop, { once: true });
      this.waiters.add(waiter);
      if (this.dirty || this.lastNumber < 0) this.wake();
    });
  }

  private async run(): Promise<void> {
    this.dirty = false;
    this.lastRun = Date.now();
    try {
      await this.complete();
      this.release((waiter) => waiter.resolve());
    } catch (error) {
      this.dirty = true;
      this.release((waiter) => waiter.reject(error));
    } finally {
      this.running = false;
      if (this.dirty && this.waiters.size > 0) this.wake();
    }
  }

  private release(how: (waiter: Waiter) => void): void {
    const released = [...this.waiters];
    this.waiters.clear();
    released.forEach(how);
  }

  /** Behind the signs, which may be lost: has any number been given out since? Takes no lock. */
  private async look(): Promise<void> {
    if (this.waiters.size === 0 || this.running) return;
    try {
      const { rows } = await this.pool.query<{ last: string }>('SELECT last_value AS last FROM event_store.events_position_seq');
      if (Number(rows[0]?.last) !== this.lastNumber) this.wake();
    } catch (error) {
      this.release((waiter) => waiter.reject(error));
    }
  }

  private refresh(): Promise<void> {
    const look = this.takeLook();
    this.current = look.catch(() => undefined);
    return look;
  }

  private async takeLook(): Promise<void> {
    // One message, one transaction, but a snapshot for each statement: the last sees all that had committed when the lock was given.
    const results = (await this.pool.query(
      `SET LOCAL lock_timeout = 2000; SELECT pg_advisory_xact_lock(${ORDER_LOCK});
       SELECT (SELECT max(position) FROM event_store.events) AS bound, last_value AS last FROM event_store.events_position_seq`,
    )) as unknown as { rows: { bound: string | null; last: string }[] }[];
    const row = results[2]?.rows[0];
    const bound = Number(row?.bound ?? 0);
    if (bound > this.bound) await this.advance(bound);
    this.lastNumber = Number(row?.last ?? 0);
  }

  /** Events and bound change in one go: nobody may see the one without the other. */
  private async advance(bound: number): Promise<void> {
    const page = this.waiters.size === 0 ? undefined : await this.fromTable(this.bound, TAIL_EVENTS, undefined, bound);
    if (page === undefined || page.upTo < bound) this.forgetTail(bound);
    else this.extendTail(page.events);
    this.bound = bound;
  }

  private extendTail(events: readonly StoredEvent[]): void {
    this.tail.push(...events);
    for (const event of events) this.tailBytes += sizeOf(event);
    let drop = 0;
    for (let oldest = this.tail[0]; oldest !== undefined; oldest = this.tail[++drop]) {
      if (this.tail.length - drop <= TAIL_EVENTS && this.tailBytes <= TAIL_BYTES) break;
      this.tailBytes -= sizeOf(oldest);
      this.tailAfter = Number(oldest.position);
    }
    if (drop > 0) this.tail = this.tail.slice(drop);
  }

  private forgetTail(after: number): void {
    this.tail = [];
    this.tailBytes = 0;
    this.tailAfter = after;
  }

  private fromTail(after: number, limit: number, prefixes: readonly string[] | undefined): Page {
    const start = firstAfter(this.tail, after);
    const found: StoredEvent[] = [];
    for (let at = start; at < this.tail.length; at++) {
      const event = this.tail[at];
      if (event === undefined || !matches(event.stream, prefixes)) continue;
      found.push(event);
      if (found.length === limit) return { events: found, upTo: Number(event.position) };
    }
    return { events: found, upTo: Math.max(after, this.bound) };
  }

  private async fromTable(after: number, limit: number, prefixes: readonly string[] | undefined, bound = this.bound): Promise<Page> {
    const end = prefixes === undefined ? bound : Math.min(bound, after + WINDOW);
    const filter =
      prefixes === undefined ? '' : `AND (${prefixes.map((_, n) => `starts_with(stream, $${n + 4})`).join(' OR ') || 'false'})`;
    const { rows } = await this.pool.query<EventRow>({
      name: `page-${prefixes?.length ?? 'all'}`,
      text: `SELECT ${COLUMNS} FROM event_store.events WHERE position > $1 AND position <= $2 ${filter} ORDER BY position LIMIT $3`,
      values: [after, end, limit, ...(prefixes ?? [])],
      rowMode: 'array',
    });
    const events = rows.map(asEvent);
    const last = events.at(-1);
    return { events, upTo: events.length === limit && last !== undefined ? Number(last.position) : end };
  }
}

function matches(stream: string, prefixes: readonly string[] | undefined): boolean {
  return prefixes === undefined || prefixes.some((prefix) => stream.startsWith(prefix));
}

function sizeOf(event: StoredEvent): number {
  return event.data.length + event.metadata.length + 200;
}

function firstAfter(events: readonly StoredEvent[], after: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Number(events[middle]?.position) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}
