import type { ErrorCode } from '@siegel/contracts/errors';
import { ApiError, mayHaveHappened } from '../../lib/api-error.js';

/**
 * Reaction of the dialog to a refused order, or a refused preparation of one. Nothing was charged in any of
 * these cases.
 * - `renew`: this intent is not the one to pay; another one is requested.
 * - `paid`, `nothingDue`, `closed`: nothing can be paid here any more.
 * - `lost`: no answer came. Asking again is safe (rule:consent-when-given).
 * - `outdated`: the page sends data that the server does not know.
 * - `refused`: any other refusal, in the server's words.
 */
export type AfterRefusal = 'renew' | 'paid' | 'nothingDue' | 'closed' | 'lost' | 'outdated' | 'refused';

const BY_CODE: Partial<Record<ErrorCode | 'unknown', AfterRefusal>> = {
  payment_changed: 'renew',
  payment_unknown: 'renew',
  already_paid: 'paid',
  nothing_due: 'nothingDue',
  party1_must_sign_first: 'closed',
  not_found: 'closed',
  nda_discarded: 'closed',
  nda_erased: 'closed',
  invitation_expired: 'closed',
  invalid_link: 'closed',
  link_expired: 'closed',
  link_cancelled: 'closed',
  link_replaced: 'closed',
  link_used: 'closed',
  validation_failed: 'outdated',
};

export function afterRefusal(error: unknown): AfterRefusal {
  if (mayHaveHappened(error)) return 'lost';
  return (error instanceof ApiError ? BY_CODE[error.code] : undefined) ?? 'refused';
}
