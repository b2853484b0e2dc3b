import type { ErrorCode } from '@siegel/contracts/errors';
import { ApiError, mayHaveHappened } from '../../lib/api-error.js';

/**
 * How the dialog reacts if the request to prepare or place an order fails. In all of these cases nothing was
 * charged.
 * - `renew`: this intent cannot be paid. The dialog requests another intent.
 * - `paid`, `nothingDue`, `closed`: no payment is possible here any more.
 * - `paused`: no payment is possible here at the moment.
 * - `lost`: no response arrived. The request can be repeated safely (rule:consent-when-given).
 * - `outdated`: the page sends data that the server does not know.
 * - `refused`: any other refusal. The dialog shows the server's message.
 */
export type AfterRefusal =
  | 'renew'
  | 'paid'
  | 'nothingDue'
  | 'closed'
  | 'paused'
  | 'lost'
  | 'outdated'
  | 'refused';

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
  stream_untrusted: 'paused',
  validation_failed: 'outdated',
};

export function afterRefusal(error: unknown): AfterRefusal {
  if (mayHaveHappened(error)) return 'lost';
  return (error instanceof ApiError ? BY_CODE[error.code] : undefined) ?? 'refused';
}
