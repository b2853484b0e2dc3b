import type { ErrorCode } from '@siegel/contracts/errors';

/** A rule of the domain refuses the command. The code is mapped to problem+json in one place (http/). */
export class RuleBroken extends Error {
  constructor(readonly code: ErrorCode) {
    super(code);
    this.name = 'RuleBroken';
  }
}
