import { SIGN_OF_LIFE_MS } from '../event-store.js';
import type { LogReader } from './log-reader.js';
import type { LogSubscription } from './log-subscription.js';

/**
 * Where nothing is appended the server sends its subscribers nothing, and one that is silent, or has lost them, looks
 * the same. So, while there are subscribers, it is asked for its newest event again and again, and they hear of it.
 */
export class SignsOfLife {
  private readonly timer: NodeJS.Timeout;
  private asking = false;

  constructor(
    private readonly reader: Pick<LogReader, 'newestIfOurs'>,
    private readonly subscriptions: ReadonlySet<LogSubscription>,
  ) {
    this.timer = setInterval(() => void this.ask(), SIGN_OF_LIFE_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** One question at a time; it has an end of its own. */
  private async ask(): Promise<void> {
    if (this.asking || this.subscriptions.size === 0) return;
    this.asking = true;
    try {
      const newest = await this.reader.newestIfOurs();
      for (const subscription of this.subscriptions) subscription.serverAnswered(newest);
    } catch {
      // That nothing is heard is the message; subscriptions tell of their own failures.
    } finally {
      this.asking = false;
    }
  }
}
