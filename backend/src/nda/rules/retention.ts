import { DAY_MS } from '@siegel/contracts/limits';
import type { RetentionDays } from '../nda.commands.js';
import type { NdaState } from '../nda.state.js';
import { isDeliverable } from './document.js';
import { isUnsigned } from './draft.js';
import { invitationIsOpen } from './invitation.js';

// Decides when an agreement may be erased automatically. All pure; `at` is now, ISO 8601 UTC.

/**
 * True if the document or an obligation is still owed, or an invitation is open. Retention then does not
 * erase the agreement (rule:retention-waits).
 */
export const isSomethingOwed = (state: NdaState, at: string): boolean =>
  isDeliverable(state) ||
  invitationIsOpen(state, at) ||
  state.obligations.open.some(({ until }) => until === null || at < until);

/**
 * True for an unsigned draft that was created at least this many days ago (rule:unsigned-drafts-are-erased).
 */
export const isOldDraft = (
  state: Pick<NdaState, 'party1' | 'createdAt'>,
  at: string,
  days: number,
): boolean => isUnsigned(state) && Date.parse(at) >= Date.parse(state.createdAt) + days * DAY_MS;

/** True if the retention time of a signed agreement is over (rule:agreements-are-erased). */
export function isRetentionOver(
  state: Pick<NdaState, 'party1' | 'completedAt' | 'lastPartyActAt'>,
  at: string,
  { completedDays, unfinishedDays }: RetentionDays,
): boolean {
  if (isUnsigned(state)) return false;
  const { completedAt, lastPartyActAt } = state;
  const [since, days] =
    completedAt === null ? [lastPartyActAt, unfinishedDays] : [completedAt, completedDays];
  return Date.parse(at) >= Date.parse(since) + days * DAY_MS;
}
