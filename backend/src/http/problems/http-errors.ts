import type { Language } from '@siegel/contracts/enums';
import type { ConstraintFailure } from '@siegel/contracts/validation-messages';

/** The request does not have the required shape: 400 `validation_failed`, naming each field. */
export class ValidationFailed extends Error {
  constructor(readonly failures: readonly ConstraintFailure[]) {
    super('validation failed');
    this.name = 'ValidationFailed';
  }

  /**
   * One field refused by a check outside class-validator; `message` is a key of the contracts' validation
   * messages.
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
    /** Replace the usual words of the code. */
    readonly words?: Readonly<Record<Language, string>>,
  ) {
    super('rate limited');
    this.name = 'RateLimited';
  }
}
