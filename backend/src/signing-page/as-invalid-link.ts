import type { ErrorCode } from '@siegel/contracts/errors';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { KeyDestroyed } from '../vault/vault.js';

const GONE: readonly ErrorCode[] = ['not_found', 'nda_erased', 'nda_discarded'];

/**
 * Returns the error for an invalid link if the NDA is gone, so that the holder of the link learns no more
 * than anybody else.
 */
export function asInvalidLink(error: unknown): unknown {
  const isGone = error instanceof KeyDestroyed || (error instanceof RuleBroken && GONE.includes(error.code));
  return isGone ? new RuleBroken('invalid_link') : error;
}
