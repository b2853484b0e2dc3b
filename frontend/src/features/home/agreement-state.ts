import type { OwnNdaView } from '@siegel/contracts/nda/view';

/** State of an open agreement. The document holds the text of each state. */
export type AgreementState =
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
 * Days until the invitation expires, rounded up.
 * @param now milliseconds, as `Date.now()`
 */
export const daysLeft = ({ expiresAt }: Pick<OwnNdaView, 'expiresAt'>, now: number): number =>
  Math.ceil((Date.parse(expiresAt ?? '') - now) / DAY_MS);

/** State of an agreement. Undefined if nothing is open any more, since both have the document. */
export function stateOf(nda: OwnNdaView, now: number): AgreementState | undefined {
  const isPaid = nda.paymentStatus === 'succeeded';
  if (nda.status === 'sent') return undefined;
  if (nda.status === 'completed') return isPaid ? 'delivery' : 'payment';
  if (nda.status === 'draft') return 'signature';
  if (nda.signatureMode === 'in-person') return 'otherSignature';
  return stateOfInvitation(nda, now) ?? (isPaid ? 'invitation' : 'payment');
}

/** State of an invitation; undefined if there is none. */
function stateOfInvitation(nda: OwnNdaView, now: number): AgreementState | undefined {
  const { invitationStatus } = nda;
  if (invitationStatus === 'none' || invitationStatus === 'cancelled') return undefined;
  const days = daysLeft(nda, now);
  // The service marks an invitation as expired a moment later.
  if (invitationStatus === 'expired' || days <= 0) return 'expired';
  if (invitationStatus === 'pending') return 'inviting';
  return days === 1 ? 'lastDay' : 'waiting';
}
