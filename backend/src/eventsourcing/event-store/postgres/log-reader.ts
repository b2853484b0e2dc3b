import type { Pool } from 'pg';
import type { StoredEvent } from '../event-store.js';
import { asEvent, COLUMNS, type EventRow } from './rows.js';

/**
 * A poll holds up all appends: it waits for those under way, and the others wait for it. So it comes at most
 * this often; while poll after poll finds many events less often, and then it never takes more than an eighth
 * of the time (where the disk is slow, say).
 */
const SHORTEST_PAUSE_MS = 3;
const CROWDED_PAUSE_MS = 10;
const CROWD = 4;
const LONGEST_PAUSE_MS = 50;
const SHARE = 8;
const POLL_MS = 250;
/** What is kept in memory for subscribers that are up to date. */
const TAIL_EVENTS = 2_000;
const TAIL_BYTES = 8 * 1024 * 1024;
/** Most numbers looked at by one query that looks for few streams among many. */
const WINDOW = 20_000;

interface Waiter {
  /** The database was asked, and there is nothing new. */
  readonly nothingNew: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface Page {
  readonly events: readonly StoredEvent[];
  /** All up to here is seen. */
  readonly upTo: number;
}

/**
 * The process's one reader of the log (see `ORDER_LOCK`). It feeds all subscribers that are up to date from
 * memory.
 */
export class LogReader {
  /** The log is complete up to here. */
  private bound = 0;
  private known = false;
  /** The last number given out, when it was last asked for. */
  private lastNumber = '';
  private tail: StoredEvent[] = [];
  private tailAfter = 0;
  private tailBytes = 0;
  private waiters = new Set<Waiter>();
  /** The poll under way, and the one that has yet to begin: polls never overlap. */
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private dirty = false;
  private running = false;
  private lastRun = Number.NEGATIVE_INFINITY;
  private took = 0;
  /** Polls in a row that found a crowd. One alone is what gathered while something stalled. */
  private crowds = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly pool: Pool) {}

  /**
   * Something may be new: an append of this process, or a notification from another. Costs nothing while
   * nobody waits.
   */
  wake(): void {
    this.dirty = true;
    if (this.running || this.waiters.size === 0) return;
    this.running = true;
    const pause = this.lastRun + this.pause() - performance.now();
    if (pause <= 0) void this.run();
    else setTimeout(() => void this.run(), pause);
  }

  /**
   * Resolves when the log is complete beyond `after`. Meanwhile `nothingNew` is called at each look that finds
   * nothing. @throws what kept us from looking
   */
  async beyond(after: number, signal: AbortSignal, nothingNew: () => void): Promise<void> {
    while (this.bound <= after && !signal.aborted) await this.wait(signal, nothingNew);
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

  /**
   * Up to `limit` events after `after`, from memory where they are still there. Only called where the log is
   * complete beyond.
   */
  async page(after: number, limit: number, prefixes: readonly string[] | undefined): Promise<Page> {
    return after >= this.tailAfter
      ? this.fromTail(after, limit, prefixes)
      : this.fromTable(after, limit, prefixes);
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.running = true;
    this.release((waiter) => waiter.resolve());
  }

  private wait(signal: AbortSignal, nothingNew: () => void): Promise<void> {
    this.timer ??= setInterval(() => void this.poll(), POLL_MS).unref();
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
        nothingNew,
        resolve: settle(resolve),
        reject: (error) => {
          settle(() => reject(error))();
        },
      };
      signal.addEventListener('abort', stop, { once: true });
      this.waiters.add(waiter);
      if (this.dirty || !this.known) this.wake();
    });
  }

  private async run(): Promise<void> {
    this.dirty = false;
    this.lastRun = performance.now();
    try {
      await this.complete();
      this.release((waiter) => waiter.resolve());
    } catch (error) {
      this.dirty = true;
      this.release((waiter) => waiter.reject(error));
    } finally {
      this.took = performance.now() - this.lastRun;
      this.running = false;
      if (this.dirty && this.waiters.size > 0) this.wake();
    }
  }

  private pause(): number {
    if (this.crowds < 2) return SHORTEST_PAUSE_MS;
    return Math.max(CROWDED_PAUSE_MS, Math.min(SHARE * this.took, LONGEST_PAUSE_MS));
  }

  private release(how: (waiter: Waiter) => void): void {
    const released = [...this.waiters];
    this.waiters.clear();
    released.forEach(how);
  }

  /**
   * Backs up the notifications, which may be lost: asks whether a number was given out since. Takes no lock.
   */
  private async poll(): Promise<void> {
    if (this.waiters.size === 0 || this.running) return;
    try {
      const { rows } = await this.pool.query<{ last: string }>(
        'SELECT last_value AS last FROM event_store.events_position_seq',
      );
      const last = rows[0]?.last ?? '';
      if (last !== this.lastNumber) this.wake();
      else for (const { nothingNew } of this.waiters) nothingNew();
      this.lastNumber = last;
    } catch (error) {
      this.release((waiter) => waiter.reject(error));
    }
  }

  private refresh(): Promise<void> {
    const poll = this.takePoll();
    this.current = poll.catch(() => undefined);
    return poll;
  }

  private async takePoll(): Promise<void> {
    // At first, and for readers that go by themselves, it is enough to know how far they may go.
    if (this.bound === 0 || this.waiters.size === 0) await this.findBound();
    else await this.findNews();
    this.known = true;
  }

  private async findBound(): Promise<void> {
    const { rows } = await this.pool.query<{ bound: string }>({
      name: 'bound',
      text: 'SELECT event_store.bound() AS bound',
    });
    const bound = Number(rows[0]?.bound ?? 0);
    if (bound <= this.bound) return;
    this.forgetTail(bound);
    this.bound = bound;
  }

  private async findNews(): Promise<void> {
    const { rows } = await this.pool.query<EventRow>({
      name: 'news',
      text: `SELECT ${COLUMNS} FROM event_store.news($1, $2)`,
      values: [this.bound, TAIL_EVENTS],
      rowMode: 'array',
    });
    const events = rows.map(asEvent);
    this.crowds = events.length >= CROWD ? this.crowds + 1 : 0;
    const last = events.at(-1);
    if (last === undefined) return;
    // Events and bound change in one go: nobody may see the one without the other.
    this.extendTail(events);
    this.bound = Number(last.position);
    // Far behind: what lies between is read from the table.
    if (events.length === TAIL_EVENTS) await this.findBound();
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

  private async fromTable(
    after: number,
    limit: number,
    prefixes: readonly string[] | undefined,
  ): Promise<Page> {
    const end = prefixes === undefined ? this.bound : Math.min(this.bound, after + WINDOW);
    const filter =
      prefixes === undefined
        ? ''
        : `AND (${prefixes.map((_, n) => `starts_with(stream, $${n + 4})`).join(' OR ') || 'false'})`;
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
