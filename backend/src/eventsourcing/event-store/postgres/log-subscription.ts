import type { Position, UntrustedEvent, SubscribeOptions, Subscription } from '../event-store.js';
import { pause } from '../../../platform/async/pause.js';
import type { LogReader, Wait } from './log-reader.js';
import { asNumber, asPosition } from './rows.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Follows the log for one subscriber. It requests a page only when it has processed the previous page, so a
 * slow subscriber does not delay other subscribers.
 */
export class LogSubscription implements Subscription {
  private readonly stopping = new AbortController();
  private readonly wait: Wait;
  private readonly done: Promise<void>;
  private after: number;
  private caughtUp = false;

  constructor(
    private readonly reader: LogReader,
    private readonly options: SubscribeOptions,
  ) {
    this.after = asNumber(options.after);
    this.wait = {
      signal: this.stopping.signal,
      isAwaited: options.isAwaited ?? false,
      nothingNew: () => options.onSignOfLife?.(),
    };
    this.done = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.reader.leave(this.wait);
    await this.done;
  }

  private async run(): Promise<void> {
    let wait = FIRST_PAUSE_MS;
    while (!this.stopping.signal.aborted) {
      try {
        await this.step();
        wait = FIRST_PAUSE_MS;
      } catch (error) {
        // It may take a long time until new events show that the store is back. So `onCaughtUp` is called
        // again when the store is back, even without new events.
        this.caughtUp = false;
        wait = await this.survive(error, wait);
      }
    }
  }

  private async step(): Promise<void> {
    const { signal } = this.stopping;
    if (!this.caughtUp && (await this.reader.complete()) <= this.after) this.reportCaughtUp();
    const { streamPrefixes: prefixes, batchSize: limit = 500, withoutData } = this.options;
    await this.reader.beyond(this.after, this.wait);
    if (signal.aborted) return;
    const page = await this.reader.page(this.after, { limit, prefixes, withoutData });
    // `isEnd` is called before the delivery, because events that arrive during the delivery belong to the
    // next page. Under load, a subscriber that waits for those events would never catch up.
    const all = this.reader.isEnd(page.upTo);
    if (page.upTo > this.after) await this.deliver(page.events, asPosition(page.upTo));
    if (signal.aborted) return;
    this.after = Math.max(this.after, page.upTo);
    if (all) this.reportCaughtUp();
  }

  private reportCaughtUp(): void {
    this.caughtUp = true;
    if (!this.stopping.signal.aborted) this.options.onCaughtUp?.();
  }

  /** Delivers the same batch again until it is accepted. */
  private async deliver(events: readonly UntrustedEvent[], position: Position): Promise<void> {
    let wait = FIRST_PAUSE_MS;
    while (!this.stopping.signal.aborted) {
      try {
        await this.options.onBatch(events, position);
        return;
      } catch (error) {
        wait = await this.survive(error, wait);
      }
    }
  }

  private async survive(error: unknown, wait: number): Promise<number> {
    const { signal } = this.stopping;
    if (signal.aborted) return wait;
    this.options.onFault?.(error);
    await pause(wait, signal);
    return Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}
