import type { ErrorCode } from '@siegel/contracts/errors';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { KeyDestroyed } from '../vault/vault.js';

const GONE: readonly ErrorCode[] = ['not_found', 'nda_erased', 'nda_discarded'];

/** What a link to an NDA that is no more is: one that is none. Whoever has it learns no more than anybody. */
export function asInvalidLink(error: unknown): unknown {
  const isGone = error instanceof KeyDestroyed || (error instanceof RuleBroken && GONE.includes(error.code));
  return isGone ? new RuleBroken('invalid_link') : error;
}
