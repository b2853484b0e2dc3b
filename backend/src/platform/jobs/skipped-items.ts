import { describeError } from '../logging/describe-error.js';
import type { Logger } from '../logging/logger.js';

/** Maximum number of ids that a log line names. */
const NAMED_MAX = 10;

/**
 * Collects the items that a round of scheduled work failed to process and skipped. They are logged in one
 * line, no matter how many there are.
 */
export class SkippedItems {
  private readonly ids: string[] = [];
  private first: unknown;

  constructor(private readonly logger: Logger) {}

  add(id: string, error: unknown): void {
    if (this.ids.length === 0) this.first = error;
    this.ids.push(id);
  }

  /** @param sentence the message of the log line, which is written only if there are items */
  log(sentence: string): void {
    if (this.ids.length === 0) return;
    const named = this.ids.slice(0, NAMED_MAX);
    this.logger.error({ passedOver: this.ids.length, ids: named, ...describeError(this.first) }, sentence);
  }
}
