import type { Language } from '@siegel/contracts/enums';
import type { ErrorCode } from '@siegel/contracts/errors';

/** A rule of the domain refuses the command. The code is mapped to problem+json in one place (http/). */
export class RuleBroken extends Error {
  /**
   * @param told what the problem says beside the code; nothing personal
   * @param words instead of those that the code has everywhere
   */
  constructor(
    readonly code: ErrorCode,
    readonly told: Readonly<Record<string, string | null>> = {},
    readonly words?: Readonly<Record<Language, string>>,
  ) {
    super(code);
    this.name = 'RuleBroken';
  }
}

/** What is asked for is not there, and may come by itself. */
export class NotYet extends RuleBroken {
  constructor(readonly retryAfterSeconds: number) {
    super('not_found');
    this.name = 'NotYet';
  }
}
