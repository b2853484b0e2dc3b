import type { LogProgress } from './events-behind.js';
import type { LeasedSubscription, RunnerStatus } from './leased-subscription.js';

/**
 * Runs work on the log. Only one backend at a time does the work, the leader. Reports how far this backend
 * has come.
 */
export abstract class LeasedRunner {
  protected abstract readonly subscription: LeasedSubscription;

  start(): void {
    this.subscription.start();
  }

  /** Resolves when no batch is being processed any more. */
  stop(): Promise<void> {
    return this.subscription.stop();
  }

  progress(): LogProgress | undefined {
    return this.subscription.progress();
  }

  status(): RunnerStatus {
    return this.subscription.status();
  }
}
