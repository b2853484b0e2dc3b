import type { OwnNdaView } from '@siegel/contracts/nda/view';

/** Where an open agreement stands; each has its words in the document. */
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

/** Of an invitation, the begun day counted. @param now milliseconds, as `Date.now()` */
export const daysLeft = ({ expiresAt }: Pick<OwnNdaView, 'expiresAt'>, now: number): number =>
  Math.ceil((Date.parse(expiresAt ?? '') - now) / DAY_MS);

/** Undefined where nothing is open any more: both have the document. */
export function stateOf(nda: OwnNdaView, now: number): AgreementState | undefined {
  const isPaid = nda.paymentStatus === 'succeeded';
  if (nda.status === 'sent') return undefined;
  if (nda.status === 'completed') return isPaid ? 'delivery' : 'payment';
  if (nda.status === 'draft') return 'signature';
  if (nda.signatureMode === 'in-person') return 'otherSignature';
  return stateOfInvitation(nda, now) ?? (isPaid ? 'invitation' : 'payment');
}

/** Undefined where there is none. */
function stateOfInvitation(nda: OwnNdaView, now: number): AgreementState | undefined {
  const { invitationStatus } = nda;
  if (invitationStatus === 'none' || invitationStatus === 'cancelled') return undefined;
  const days = daysLeft(nda, now);
  // The service takes a moment to notice.
  if (invitationStatus === 'expired' || days <= 0) return 'expired';
  if (invitationStatus === 'pending') return 'inviting';
  return days === 1 ? 'lastDay' : 'waiting';
}
