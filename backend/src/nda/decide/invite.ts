import { CURRENCY, INVITATION_DAYS, INVITATIONS_MAX, OPENINGS_MAX } from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type {
  CancelInvitation,
  ExpireInvitation,
  InviteParty2,
  OpenInvitation,
  RecordInvitationSent,
} from '../invitation.commands.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import {
  endOnceAccepted,
  invitationHasExpired,
  isAwaitingSignature,
  requireOpenInvitation,
} from '../rules/invitation.js';
import { requireLinkOpen } from '../rules/link.js';
import { amountDue } from '../rules/price.js';
import { requireParty1Signed } from '../rules/signing.js';
import { daysAfter, timeOf } from '../rules/time.js';
import type { Decide } from './decide.js';

/**
 * An invitation lasts seven days under a new token (rule:invitation-lasts-seven-days). An NDA has at most
 * three invitations (rule:three-invitations-three-addresses). An invitation is issued only after Party 1 has
 * paid (rule:invitation-needs-payment), and never after an expiry (rule:expired-is-never-renewed). An
 * invitation that Party 1 requests also makes the signing remote. An invitation that a payment triggers is
 * recorded only if it is the first one and the NDA is remote. Otherwise the trigger is outdated and nothing
 * is appended.
 * @throws party1_must_sign_first, already_signed, invitation_expired, already_invited, payment_required,
 * invitation_limit
 */
export const inviteParty2: Decide<InviteParty2> = ({ tokenHash, linkId, trigger }, state, context) => {
  requireParty1Signed(state);
  if (trigger === 'payment' && (state.mode !== 'remote' || state.invitations > 0)) return [];
  const at = timeOf(state, context);
  requireInvitable(state, at);
  const madeRemote: readonly NdaEvent[] =
    state.mode === 'remote'
      ? []
      : [{ type: 'SigningMadeRemote', open: { party1PaysForBoth: state.party1PaysForBoth } }];
  const invitation = state.invitations + 1;
  return [
    ...madeRemote,
    {
      type: 'Party2Invited',
      open: { invitation, tokenHash, expiresAt: daysAfter(at, INVITATION_DAYS), trigger, linkId },
    },
  ];
};

function requireInvitable(state: NdaState, at: string): void {
  if (state.party2 !== undefined) throw new RuleBroken('already_signed');
  if (invitationHasExpired(state, at)) throw new RuleBroken('invitation_expired');
  if (isAwaitingSignature(state)) throw new RuleBroken('already_invited');
  if (amountDue(state, 1) > 0) throw new RuleBroken('payment_required');
  if (state.invitations >= INVITATIONS_MAX) throw new RuleBroken('invitation_limit');
}

/**
 * Records that the mail provider accepted an invitation, or that the provider's response will never be known.
 * Both fates begin the invitation's seven days, because somebody may have the link. If the link in the mail
 * has been replaced, the mail is recorded too, so that its recipient can be informed. The invitation is then
 * still owed.
 * @throws not_invited
 */
export const recordInvitationSent: Decide<RecordInvitationSent> = (
  { invitation, messageId, fate, tokenHash, address: sentTo },
  state,
  context,
) => {
  if (invitation < 1 || invitation > state.invitations) throw new RuleBroken('not_invited');
  // After an erasure the state holds no hash of a link.
  const known = state.erasedAt === null ? undefined : sentTo;
  const address = known ?? addressOfLink(state, invitation, tokenHash);
  if (address === undefined || state.sentInvitations.includes(messageId)) return [];
  const open = { invitation, messageId, fate };
  if (address !== state.addresses) return [{ type: 'InvitationSent', open: { ...open, address } }];
  const isNewest = invitation === state.invitation?.number;
  const expiresAt = isNewest ? endOnceAccepted(state, timeOf(state, context)) : undefined;
  return [{ type: 'InvitationSent', open: expiresAt === undefined ? open : { ...open, expiresAt } }];
};

/** Returns the number of the address to which a mail went; undefined if no link had this token. */
function addressOfLink(
  state: NdaState,
  invitation: number,
  tokenHash: string | undefined,
): number | undefined {
  const newest = state.invitation?.number === invitation ? state.invitation : undefined;
  if (tokenHash === undefined || state.erasedAt !== null) return newest?.address ?? state.addresses;
  if (newest?.tokenHash === tokenHash) return newest.address;
  return state.closedLinks.find((link) => link.tokenHash === tokenHash)?.address;
}

/**
 * Records a use of the link, once per visitor and day (rule:link-used-is-evidence). Nothing is appended after
 * the signature.
 * @throws invalid_link, link_cancelled, link_replaced, link_expired
 */
export const openInvitation: Decide<OpenInvitation> = ({ tokenHash, day, visitor }, state, context) => {
  if (state.party2?.tokenHash === tokenHash) return [];
  const { number, openings } = requireLinkOpen(state, tokenHash, timeOf(state, context));
  if (openings.includes(`${visitor}|${day}`) || openings.length >= OPENINGS_MAX) return [];
  return [{ type: 'InvitationOpened', open: { invitation: number, day, visitor } }];
};

/**
 * Closes the link immediately. After that, the parties sign in person again.
 * @throws already_signed, not_invited, invitation_expired
 */
export const cancelInvitation: Decide<CancelInvitation> = (_, state, context) => {
  if (state.party2 !== undefined) throw new RuleBroken('already_signed');
  const { number } = requireOpenInvitation(state, timeOf(state, context));
  return [{ type: 'InvitationCancelled', open: { invitation: number } }];
};

/**
 * Appends nothing before the invitation's end, or if the invitation is no longer open. Money that Party 2
 * paid by card for its own share becomes due back in the same append, because it can no longer be used
 * (rule:surplus-money-is-due-back).
 * @throws not_invited
 */
export const expireInvitation: Decide<ExpireInvitation> = (_, state, context) => {
  if (state.invitation === undefined) throw new RuleBroken('not_invited');
  if (!isAwaitingSignature(state) || !invitationHasExpired(state, timeOf(state, context))) return [];
  const dueBack = state.payments[2].counted.map(
    ({ paymentIntentId, amount }): NdaEvent => ({
      type: 'RefundDue',
      open: { party: 2, paymentIntentId, amount, currency: CURRENCY, reason: 'expired' },
    }),
  );
  return [{ type: 'InvitationExpired', open: { invitation: state.invitation.number } }, ...dueBack];
};
