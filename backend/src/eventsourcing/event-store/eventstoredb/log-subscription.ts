import { pause } from '../../../platform/async/pause.js';
import type { Position, SubscribeOptions, Subscription } from '../event-store.js';
import { unavailable } from './failures.js';
import { type Chunk, Inbox } from './inbox.js';
import type { LogReader } from './log-reader.js';
import { isBefore, startOf } from './positions.js';
import type { StreamFilter } from './requests.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const GATHER_MS = 10;
/**
 * Maximum time in milliseconds within which an event of the log must reach an idle subscriber. After that,
 * the subscription counts as lost.
 */
const LOST_MS = 5_000;
const STOPPED = new Error('stopped');

/**
 * Follows the log for one subscriber. While the subscription reads past events, the server sends only events
 * of the wanted streams, and checkpoints in place of all other events. Once the subscription has caught up,
 * the server sends the events of all our streams. Only in this second phase is the subscriber's position
 * exact. The second phase costs little, because hardly any past events are left.
 */
export class LogSubscription implements Subscription {
  private readonly stopping = new AbortController();
  private readonly done: Promise<void>;
  private after: Position | undefined;
  private live: boolean;
  private failed = false;
  /** True if nothing has arrived since `onCaughtUp` was called. */
  private idle = false;
  /**
   * Time at which the idle subscriber was first found to lack an event of the log; undefined if it lacks no
   * event.
   */
  private behindSince: number | undefined;
  /** Ends the open call. A new call is then made. */
  private giveUp: (error: unknown) => void = () => undefined;

  constructor(
    private readonly reader: LogReader,
    private readonly options: SubscribeOptions,
    private readonly onReconnect?: () => void,
  ) {
    this.after = startOf(options.after);
    this.live = this.pastFilter === undefined;
    this.done = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  /**
   * Handles the server's response to a poll (see `SignsOfLife`). If the subscriber has all events, the
   * response counts as a sign of life. If an event of the log does not reach the subscriber, the server has
   * lost this subscription, or the server's node has lost contact with the cluster.
   * @param newest position of the log's newest event, or undefined if that event does not belong to this
   * store; a live subscription gets every event of this store
   */
  serverAnswered(newest: Position | undefined): void {
    if (!this.idle || this.stopping.signal.aborted) return;
    const isBehind = newest !== undefined && (this.after === undefined || isBefore(this.after, newest));
    if (!isBehind) {
      this.behindSince = undefined;
      this.options.onSignOfLife?.();
      return;
    }
    this.behindSince ??= performance.now();
    if (performance.now() - this.behindSince < LOST_MS) return;
    this.behindSince = undefined;
    this.giveUp(unavailable('EventStoreDB does not send new events'));
  }

  private get pastFilter(): StreamFilter | undefined {
    return this.reader.narrowFilter(this.options.streamPrefixes);
  }

  private async run(): Promise<void> {
    const wait = { ms: FIRST_PAUSE_MS };
    while (!this.stopping.signal.aborted) {
      try {
        await this.follow(wait);
      } catch (error) {
        if (error === STOPPED) return;
        await this.survive(error, wait);
        this.failed = true;
        this.live = this.pastFilter === undefined;
      }
    }
  }

  /**
   * Makes one call and handles its responses. Returns when all past events are delivered, so that a call with
   * the wider filter can follow. Throws if the connection fails or the subscription is stopped.
   */
  private async follow(wait: { ms: number }): Promise<void> {
    const filter = (this.live ? undefined : this.pastFilter) ?? this.reader.ownFilter;
    const { call, close, failed } = await this.reader.subscribe(this.after, filter);
    call.once('data', () => this.confirmed());
    const { streamPrefixes, batchSize = 500 } = this.options;
    const wanted = this.reader.wanted(streamPrefixes);
    const inbox = new Inbox(call, { after: this.after, limit: batchSize, wanted, gatherMs: GATHER_MS });
    const stop = (): void => inbox.stop(STOPPED);
    this.giveUp = (error) => inbox.stop(error);
    this.stopping.signal.addEventListener('abort', stop, { once: true });
    if (this.stopping.signal.aborted) stop();
    try {
      while (!(await this.step(inbox))) wait.ms = FIRST_PAUSE_MS;
    } catch (error) {
      throw error === STOPPED ? error : await failed(error);
    } finally {
      this.stopping.signal.removeEventListener('abort', stop);
      close();
    }
  }

  private confirmed(): void {
    if (this.failed) this.onReconnect?.();
    this.failed = false;
  }

  /** Returns true when the subscription has caught up and the next phase begins. */
  private async step(inbox: Inbox): Promise<boolean> {
    await inbox.ready();
    this.idle = false;
    this.behindSince = undefined;
    // Events that arrive during the delivery belong to the next step. Waiting for such events would never end
    // under load.
    const all = inbox.caughtUp && !inbox.isFull;
    await this.deliver(inbox.take());
    if (this.stopping.signal.aborted) throw STOPPED;
    if (this.live) {
      this.idle = all;
      if (all) this.options.onCaughtUp?.();
      return false;
    }
    this.live = inbox.caughtUp && inbox.isEmpty;
    return this.live;
  }

  /** Delivers the same batch again until it is accepted. */
  private async deliver({ events, position }: Chunk): Promise<void> {
    const wait = { ms: FIRST_PAUSE_MS };
    while (position !== undefined && position !== this.after && !this.stopping.signal.aborted) {
      try {
        await this.options.onBatch(events, position);
        this.after = position;
      } catch (error) {
        await this.survive(error, wait);
      }
    }
  }

  private async survive(error: unknown, wait: { ms: number }): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    this.idle = false;
    this.options.onFault?.(error);
    await pause(wait.ms, signal);
    wait.ms = Math.min(wait.ms * 2, LONGEST_PAUSE_MS);
  }
}
