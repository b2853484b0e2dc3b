import type { ErrorCode } from '@siegel/contracts/errors';

/** A rule of the domain refuses the command. The code is mapped to problem+json in one place (http/). */
export class RuleBroken extends Error {
  /** @param told what the problem says beside the code; nothing personal */
  constructor(
    readonly code: ErrorCode,
    readonly told: Readonly<Record<string, string | null>> = {},
  ) {
    super(code);
    this.name = 'RuleBroken';
  }
}
