import type { Language } from '@siegel/contracts/enums';
import type { ErrorCode } from '@siegel/contracts/errors';

/** A rule of the domain refuses the command. The code is mapped to problem+json in one place (http/). */
export class RuleBroken extends Error {
  /**
   * @param details members of the problem beside the code; nothing personal
   * @param words replaces the usual words of the code
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

/** The requested thing does not exist yet and may appear by itself. */
export class NotYet extends RuleBroken {
  constructor(readonly retryAfterSeconds: number) {
    super('not_found');
    this.name = 'NotYet';
  }
}
