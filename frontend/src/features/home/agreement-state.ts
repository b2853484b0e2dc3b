import type { OwnNdaView } from '@siegel/contracts/nda/view';

/** State of an open agreement. The home page's document contains a text for each state. */
export type AgreementState =
  | 'closed'
  | 'signature'
  | 'otherSignature'
  | 'invitation'
  | 'inviting'
  | 'waiting'
  | 'lastDay'
  | 'expired'
  | 'payment'
  | 'delivery';

const DAY_MS = 86_400_000;

/**
 * Returns the days until the invitation expires, rounded up.
 * @param now milliseconds, as `Date.now()`
 */
export const daysLeft = ({ expiresAt }: Pick<OwnNdaView, 'expiresAt'>, now: number): number =>
  Math.ceil((Date.parse(expiresAt ?? '') - now) / DAY_MS);

/**
 * Returns an agreement's state. Undefined if the document has been sent to both parties, because the
 * agreement is then no longer open.
 */
export function stateOf(nda: OwnNdaView, now: number): AgreementState | undefined {
  const isPaid = nda.paymentStatus === 'succeeded';
  if (nda.status === 'sent') return undefined;
  if (nda.untrustedSince !== null) return 'closed';
  if (nda.status === 'completed') return isPaid ? 'delivery' : 'payment';
  if (nda.status === 'draft') return 'signature';
  if (nda.signatureMode === 'in-person') return 'otherSignature';
  return stateOfInvitation(nda, now) ?? (isPaid ? 'invitation' : 'payment');
}

/** Returns the state of an invitation. Undefined if there is no invitation or it was cancelled. */
function stateOfInvitation(nda: OwnNdaView, now: number): AgreementState | undefined {
  const { invitationStatus } = nda;
  if (invitationStatus === 'none' || invitationStatus === 'cancelled') return undefined;
  const days = daysLeft(nda, now);
  // The service marks an invitation as expired a short time after its expiry. So an invitation also counts as
  // expired if no days remain.
  if (invitationStatus === 'expired' || days <= 0) return 'expired';
  if (invitationStatus === 'pending') return 'inviting';
  return days === 1 ? 'lastDay' : 'waiting';
}
