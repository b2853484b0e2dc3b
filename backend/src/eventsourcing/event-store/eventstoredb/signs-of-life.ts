import { SIGN_OF_LIFE_MS } from '../event-store.js';
import type { LogReader } from './log-reader.js';
import type { LogSubscription } from './log-subscription.js';

/**
 * Polls the server for its newest event while there are subscribers, and passes the result to the
 * subscribers. While nothing is appended, the server sends nothing to subscribers. Without polling, an idle
 * server would look like a silent server, or like a server that has lost its subscribers.
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

  /** Polls the server. Only one request is under way at a time, and each request has its own time limit. */
  private async ask(): Promise<void> {
    if (this.asking || this.subscriptions.size === 0) return;
    this.asking = true;
    try {
      const newest = await this.reader.newestOwn();
      for (const subscription of this.subscriptions) subscription.serverAnswered(newest);
    } catch {
      // The error is not reported here, because subscribers notice that the sign of life is missing.
      // Subscriptions report their own failures.
    } finally {
      this.asking = false;
    }
  }
}
