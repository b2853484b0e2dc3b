import type { ErrorCode } from '@siegel/contracts/errors';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { KeyDestroyed } from '../vault/vault.js';

const GONE: readonly ErrorCode[] = ['not_found', 'nda_erased', 'nda_discarded'];

/**
 * Replaces an error that reveals that the NDA is gone with the error for an invalid link. The holder of the
 * link then learns no more than anybody else. Returns any other error unchanged.
 */
export function asInvalidLink(error: unknown): unknown {
  const isGone = error instanceof KeyDestroyed || (error instanceof RuleBroken && GONE.includes(error.code));
  return isGone ? new RuleBroken('invalid_link') : error;
}
