import { describeError } from '../logging/describe-error.js';
import type { Logger } from '../logging/logger.js';

/** Most ids that a log line names. */
const NAMED_MAX = 10;

/** What a round of scheduled work could not do and went on behind: told in one line, however many they are. */
export class PassedOver {
  private readonly ids: string[] = [];
  private first: unknown;

  constructor(private readonly logger: Logger) {}

  note(id: string, error: unknown): void {
    if (this.ids.length === 0) this.first = error;
    this.ids.push(id);
  }

  /** @param sentence of the log, where anything was noted */
  tell(sentence: string): void {
    if (this.ids.length === 0) return;
    const named = this.ids.slice(0, NAMED_MAX);
    this.logger.error({ passedOver: this.ids.length, ids: named, ...describeError(this.first) }, sentence);
  }
}
