import { SIGN_OF_LIFE_MS } from '../event-store.js';
import type { LogReader } from './log-reader.js';
import type { LogSubscription } from './log-subscription.js';

/**
 * Polls the server for its newest event while there are subscribers, and passes the answer to them. If
 * nothing is appended the server sends its subscribers nothing, so an idle server looks the same as a silent
 * one or one that has lost them.
 */
export class SignsOfLife {
  private readonly timer: NodeJS.Timeout;
  private asking = false;

  constructor(
    private readonly reader: Pick<LogReader, 'newestOwn'>,
    private readonly subscriptions: ReadonlySet<LogSubscription>,
  ) {
    this.timer = setInterval(() => void this.ask(), SIGN_OF_LIFE_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Asks one question at a time; each has a time limit of its own. */
  private async ask(): Promise<void> {
    if (this.asking || this.subscriptions.size === 0) return;
    this.asking = true;
    try {
      const newest = await this.reader.newestOwn();
      for (const subscription of this.subscriptions) subscription.serverAnswered(newest);
    } catch {
      // The missing sign of life is the message. Subscriptions report their own failures.
    } finally {
      this.asking = false;
    }
  }
}
