import type { Pool, QueryResult } from 'pg';
import type { Appended } from './append-queue.js';
import { EventRate } from './event-rate.js';
import { endAt, LAST_ISSUED, readEnd, requireIssued } from './log-end.js';
import { LogTail, type Page, TAIL_EVENTS } from './log-tail.js';
import { asEvent, COLUMNS, COLUMNS_AS_TEXT, COLUMNS_WITHOUT_DATA, type EventRow, isNotText } from './rows.js';

/**
 * Pauses in milliseconds, from the start of one poll to the start of the next poll that `wake` requests.
 * Polls are limited because a poll blocks all appends. The poll waits for the appends under way, and new
 * appends wait for the poll. At a low rate of events the pause is SHORTEST_PAUSE_MS. At a high rate it is
 * SHARE times the duration of the last poll, between HIGH_RATE_PAUSE_MS and LONGEST_PAUSE_MS. So polls then
 * take at most an eighth of the time, unless LONGEST_PAUSE_MS limits a pause.
 */
const SHORTEST_PAUSE_MS = 1;
const HIGH_RATE_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 50;
const SHARE = 8;
const POLL_MS = 250;
/**
 * Delay in milliseconds before the subscribers for which no user waits are released. Subscribers for which a
 * user waits are released first, and their commits are done by then.
 */
const OTHERS_MS = 3;
/** Maximum number of positions that one query covers when it searches many events for a few streams. */
const WINDOW = 20_000;

/** A subscriber's wait. The subscriber uses the same object every time it waits. */
export interface Wait {
  readonly signal: AbortSignal;
  /** True if a user waits for the result. Such a subscriber is released before the others. */
  readonly isAwaited: boolean;
  /** Called when a poll of the database has found nothing new. */
  readonly nothingNew: () => void;
}

export interface Wanted {
  readonly limit: number;
  readonly prefixes: readonly string[] | undefined;
  /** As in `SubscribeOptions`. */
  readonly withoutData?: boolean | undefined;
}

interface Waiter {
  readonly wait: Wait;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The only reader of the log in this process (see `ORDER_LOCK`). It knows a bound up to which the log is
 * complete, and keeps the newest events in memory. A poll moves the bound. If this process appends the event
 * that directly follows the bound, the bound moves without a poll. Subscribers that are up to date wait here
 * and get their events from memory. All other subscribers read pages of the table.
 */
export class LogReader {
  /** Position up to which the log is complete. */
  private bound = 0;
  private known = false;
  /** Last known end of the log, as `readEnd` describes it, set by `poll` and `appended`. */
  private lastEnd = '';
  private readonly tail = new LogTail();
  /**
   * Waiting subscribers in order of arrival. Each change replaces the array, because a `Set` would keep
   * removed entries alive (see `Places`).
   */
  private waiters: readonly Waiter[] = [];
  /** `current` is the poll under way. `next` is a poll that has not begun. Polls never overlap. */
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private dirty = false;
  private running = false;
  private lastRun = Number.NEGATIVE_INFINITY;
  private took = 0;
  private readonly rate = new EventRate();
  private timer: NodeJS.Timeout | undefined;
  private others: NodeJS.Timeout | undefined;

  constructor(private readonly pool: Pool) {}

  /**
   * Polls soon. Called when this process has appended or another process has sent a notification. Costs
   * nothing while no subscriber waits.
   */
  wake(): void {
    this.dirty = true;
    if (this.running || this.waiters.length === 0) return;
    this.running = true;
    const pause = this.lastRun + this.pause() - performance.now();
    if (pause <= 0) void this.run();
    else setTimeout(() => void this.run(), pause);
  }

  /**
   * Takes over events that this process has appended. The events are in the order of their positions. If they
   * directly follow the bound, no poll is needed, because no other position lies in between and all of these
   * events are committed.
   */
  appended({ positions, events }: Appended): void {
    const last = positions.at(-1) ?? 0;
    if (last <= this.bound) return;
    const isNext = positions.every((position, n) => position === this.bound + 1 + n);
    if (!isNext || !this.known || this.timer === undefined) return this.wake();
    this.rate.count(positions.length, performance.now());
    this.tail.extend(events());
    this.bound = last;
    this.lastEnd = endAt(last, last);
    this.releaseAll();
  }

  /**
   * Resolves when the log is complete beyond `after`, or when `leave` is called. Until then, each poll that
   * finds nothing new calls `wait.nothingNew`.
   * @throws the error that prevented a poll
   */
  async beyond(after: number, wait: Wait): Promise<void> {
    while (this.bound <= after && !wait.signal.aborted) await this.wait(wait);
  }

  /** Call this after aborting `wait.signal`, because the reader does not listen to the signal. */
  leave(wait: Wait): void {
    this.release(
      ({ resolve }) => resolve(),
      (waiter) => waiter.wait === wait,
    );
  }

  /** True if no event beyond this position is known at the moment. */
  isEnd(after: number): boolean {
    return after >= this.bound;
  }

  /**
   * Polls and returns the bound. The poll begins after this call, so the bound covers every event that was
   * committed before the call.
   */
  async complete(): Promise<number> {
    this.next ??= this.current.then(() => {
      this.next = undefined;
      return this.refresh();
    });
    await this.next;
    return this.bound;
  }

  /**
   * Returns up to `limit` events after the position `after`. The events come from memory if the tail still
   * holds them, and otherwise from the table. Call this only if the log is complete beyond `after`.
   */
  async page(after: number, wanted: Wanted): Promise<Page> {
    return after >= this.tail.after
      ? this.tail.page(after, { ...wanted, bound: this.bound })
      : this.fromTable(after, wanted);
  }

  close(): void {
    clearInterval(this.timer);
    clearTimeout(this.others);
    this.timer = undefined;
    this.running = true;
    this.release((waiter) => waiter.resolve());
  }

  private wait(wait: Wait): Promise<void> {
    this.timer ??= setInterval(() => void this.poll(), POLL_MS).unref();
    return new Promise((resolve, reject) => {
      this.waiters = [...this.waiters, { wait, resolve, reject }];
      if (this.dirty || !this.known) this.wake();
    });
  }

  private async run(): Promise<void> {
    this.dirty = false;
    this.lastRun = performance.now();
    try {
      await this.complete();
      this.releaseAll();
    } catch (error) {
      this.dirty = true;
      this.release((waiter) => waiter.reject(error));
    } finally {
      this.took = performance.now() - this.lastRun;
      this.running = false;
      if (this.dirty && this.waiters.length > 0) this.wake();
    }
  }

  private pause(): number {
    if (!this.rate.isHigh(performance.now())) return SHORTEST_PAUSE_MS;
    return Math.max(HIGH_RATE_PAUSE_MS, Math.min(SHARE * this.took, LONGEST_PAUSE_MS));
  }

  private release(how: (waiter: Waiter) => void, which: (waiter: Waiter) => boolean = () => true): void {
    const released = this.waiters.filter(which);
    this.waiters = this.waiters.filter((waiter) => !which(waiter));
    released.forEach(how);
  }

  /**
   * First releases the subscribers for whom a user waits. If all subscribers were released at once, they
   * would compete for the thread and the database, and each would finish as late as the last.
   */
  private releaseAll(): void {
    this.release(
      (waiter) => waiter.resolve(),
      ({ wait }) => wait.isAwaited,
    );
    this.others ??= setTimeout(() => {
      this.others = undefined;
      this.release((waiter) => waiter.resolve());
    }, OTHERS_MS);
  }

  /**
   * Finds events whose notification was lost, and rows that somebody wrote at the end of the log without a number
   * of the sequence. Takes no lock.
   */
  private async poll(): Promise<void> {
    if (this.waiters.length === 0 || this.running) return;
    try {
      const end = await readEnd(this.pool, this.bound);
      if (end !== this.lastEnd) this.wake();
      else for (const { wait } of this.waiters) wait.nothingNew();
      this.lastEnd = end;
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
    // The first poll needs only the bound, and so does a poll while no subscriber waits, because all other
    // readers read the table at their own pace.
    if (this.bound === 0 || this.waiters.length === 0) await this.findBound();
    else await this.findNews();
    this.known = true;
  }

  private async findBound(): Promise<void> {
    const read = this.bound;
    const { rows } = await this.pool.query<{ bound: string; issued: string }>({
      name: 'bound',
      text: `SELECT event_store.bound() AS bound, ${LAST_ISSUED} AS issued`,
    });
    const { bound: found = 0, issued = 0 } = rows[0] ?? {};
    requireIssued(Number(issued), read);
    // A function that somebody replaced moves the bound to no place that later events come before.
    const bound = Math.min(Number(found), Number(issued));
    if (bound <= this.bound) return;
    this.tail.forget(bound);
    this.bound = bound;
  }

  private async findNews(): Promise<void> {
    const { rows } = await this.pool.query<EventRow>({
      name: 'news',
      text: `SELECT ${COLUMNS} FROM event_store.news($1, $2) WHERE position <= ${LAST_ISSUED}`,
      values: [this.bound, TAIL_EVENTS],
      rowMode: 'array',
    });
    // Leaves out events that this process has appended since the query began, because they are known already.
    const events = rows.map(asEvent).filter(({ position }) => Number(position) > this.bound);
    this.rate.count(events.length, performance.now());
    const last = events.at(-1);
    if (last === undefined) return;
    // The events and the bound change together, because a reader must never see one change without the other.
    this.tail.extend(events);
    this.bound = Number(last.position);
    // This process is far behind. The bound moves to the end of the log. Subscribers read up to it from the table.
    if (rows.length === TAIL_EVENTS) await this.findBound();
  }

  private async fromTable(after: number, { limit, prefixes, withoutData = false }: Wanted): Promise<Page> {
    const end = prefixes === undefined ? this.bound : Math.min(this.bound, after + WINDOW);
    const filter =
      prefixes === undefined
        ? ''
        : `AND (${prefixes.map((_, n) => `starts_with(stream, $${n + 4})`).join(' OR ') || 'false'})`;
    const ask = (how: string, columns: string): Promise<QueryResult<EventRow>> =>
      this.pool.query({
        name: `page-${how}-${prefixes?.length ?? 'all'}`,
        text: `SELECT ${columns} FROM event_store.events WHERE position > $1 AND position <= $2 ${filter} ORDER BY position LIMIT $3`,
        values: [after, end, limit, ...(prefixes ?? [])],
        rowMode: 'array',
      });
    const asText = withoutData ? ask('without-data', COLUMNS_WITHOUT_DATA) : ask('as-text', COLUMNS_AS_TEXT);
    const { rows } = await asText.catch((error: unknown) => {
      if (isNotText(error)) return ask('as-bytes', COLUMNS);
      throw error;
    });
    const events = rows.map(asEvent);
    const last = events.at(-1);
    return { events, upTo: events.length === limit && last !== undefined ? Number(last.position) : end };
  }
}
