import type { Language } from '@siegel/contracts/enums';
import type { ConstraintFailure } from '@siegel/contracts/validation-messages';

/**
 * Thrown if the request does not have the required shape. The answer is 400 `validation_failed` and names
 * each wrong field.
 */
export class ValidationFailed extends Error {
  constructor(readonly failures: readonly ConstraintFailure[]) {
    super('validation failed');
    this.name = 'ValidationFailed';
  }

  /**
   * Returns the error for one field that a check outside class-validator refused. `message` is a key of the
   * validation messages in the contracts.
   */
  static field(property: string, message: string): ValidationFailed {
    return new ValidationFailed([{ property, constraints: { refused: message } }]);
  }
}

/** Answered with 429. */
export class RateLimited extends Error {
  constructor(
    readonly retryAfterSeconds: number,
    readonly code: 'rate_limited' | 'mail_limit' = 'rate_limited',
    /** The words of the message. They replace the usual words of the code. */
    readonly words?: Readonly<Record<Language, string>>,
  ) {
    super('rate limited');
    this.name = 'RateLimited';
  }
}
