import type { Language } from '@siegel/contracts/enums';
import type { ErrorCode } from '@siegel/contracts/errors';

/** Thrown if a domain rule refuses the command. Only the code in `http/` maps error codes to problem+json. */
export class RuleBroken extends Error {
  /**
   * @param details further members of the problem document; they contain nothing personal
   * @param words replaces the usual words for the code
   */
  constructor(
    readonly code: ErrorCode,
    readonly details: Readonly<Record<string, string | null>> = {},
    readonly words?: Readonly<Record<Language, string>>,
  ) {
    super(code);
    this.name = 'RuleBroken';
  }
}

/**
 * Thrown if the requested resource does not exist yet but may exist soon, without any action of the caller.
 */
export class NotYet extends RuleBroken {
  constructor(readonly retryAfterSeconds: number) {
    super('not_found');
    this.name = 'NotYet';
  }
}
