import { SIGN_OF_LIFE_MS } from '../event-store.js';
import type { LogReader } from './log-reader.js';
import type { LogSubscription } from './log-subscription.js';

/**
 * Where nothing is appended the server sends its subscribers nothing, and a silent one looks the same. So,
 * while there are subscribers, it is asked for one event again and again, and they hear of its answers.
 */
export class SignsOfLife {
  private readonly timer: NodeJS.Timeout;
  private asking = false;

  constructor(
    private readonly reader: Pick<LogReader, 'answers'>,
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
      await this.reader.answers();
      for (const subscription of this.subscriptions) subscription.serverAnswered();
    } catch {
      // That nothing is heard is the message; subscriptions tell of their own failures.
    } finally {
      this.asking = false;
    }
  }
}
