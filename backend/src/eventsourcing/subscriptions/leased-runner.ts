import type { LogProgress } from './events-behind.js';
import type { LeasedSubscription, RunnerStatus } from './leased-subscription.js';

/**
 * Base class for work on the log that only one backend, the leader, does at a time. Also reports how far this
 * backend has read the log.
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
