import type { ClosedLinkState, InvitationState, NdaState } from '../nda.state.js';
import { statusOnceOpened, statusOnceSent } from '../rules/invitation.js';
import { adding, type Folds, type RecordedNda } from './fold.js';

/** Changes the newest invitation, where it is the one that is meant. */
function invitationOf(
  state: NdaState,
  number: number,
  change: Partial<InvitationState>,
): Pick<NdaState, 'invitation'> {
  const invitation = state.invitation;
  return { invitation: invitation?.number === number ? { ...invitation, ...change } : invitation };
}

/** The link of the newest invitation opens nothing from here. */
function closing(state: NdaState, closed: ClosedLinkState['closed']): Pick<NdaState, 'closedLinks'> {
  const { invitation, closedLinks } = state;
  if (invitation === undefined || closedLinks.some(({ tokenHash }) => tokenHash === invitation.tokenHash))
    return { closedLinks };
  const { tokenHash, number, address } = invitation;
  return { closedLinks: [...closedLinks, { tokenHash, invitation: number, address, closed }] };
}

function invited(state: NdaState, { open, at }: RecordedNda<'Party2Invited'>): Partial<NdaState> {
  return {
    invitation: {
      number: open.invitation,
      tokenHash: open.tokenHash,
      linkId: open.linkId ?? null,
      address: state.addresses,
      invitedAt: at,
      expiresAt: open.expiresAt,
      status: 'pending',
      sentAt: null,
      openings: [],
      automaticReminders: [],
    },
    invitations: Math.max(state.invitations, open.invitation),
  };
}

/**
 * With an open invitation the mail to the new address is owed: it is pending again, under a new token, until
 * the same day.
 */
function addressCorrected(
  state: NdaState,
  { open, personal }: RecordedNda<'Party2AddressCorrected'>,
): Partial<NdaState> {
  const { invitation } = state;
  const { tokenHash, linkId = null, address } = open;
  const renewed: Partial<NdaState> =
    tokenHash !== null && invitation !== undefined
      ? {
          invitation: { ...invitation, tokenHash, linkId, address, status: 'pending', sentAt: null },
          ...closing(state, 'replaced'),
        }
      : {};
  if (personal === undefined) return { ...renewed, addresses: open.address };
  return {
    ...renewed,
    addresses: open.address,
    personal: state.personal && { ...state.personal, party2Email: personal.party2Email },
    party2Emails: [...state.party2Emails, personal.party2Email],
  };
}

function invitationSent(state: NdaState, { open, at }: RecordedNda<'InvitationSent'>): Partial<NdaState> {
  const sentInvitations = adding(state.sentInvitations, open.messageId);
  const invitation = state.invitation;
  if (invitation === undefined || invitation.sentAt !== null) return { sentInvitations };
  const change = { sentAt: at, status: statusOnceSent(invitation.status) };
  return { sentInvitations, ...invitationOf(state, open.invitation, change) };
}

function opened(state: NdaState, { open }: RecordedNda<'InvitationOpened'>): Partial<NdaState> {
  const invitation = state.invitation;
  if (invitation === undefined) return {};
  return invitationOf(state, open.invitation, {
    status: statusOnceOpened(invitation.status),
    openings: adding(invitation.openings, `${open.visitor}|${open.day}`),
  });
}

function reminded(state: NdaState, { open }: RecordedNda<'ReminderSent'>): Partial<NdaState> {
  if (open.kind === 'manual') return { manualReminders: open.manualCount };
  const automaticReminders = adding(state.invitation?.automaticReminders ?? [], open.kind);
  return invitationOf(state, open.invitation, { automaticReminders });
}

export const invitingFolds: Folds<
  | 'Party2Invited'
  | 'Party2AddressCorrected'
  | 'InvitationSent'
  | 'NoticeSent'
  | 'InvitationOpened'
  | 'ReminderSent'
  | 'InvitationCancelled'
  | 'InvitationExpired'
> = {
  Party2Invited: invited,
  Party2AddressCorrected: addressCorrected,
  InvitationSent: invitationSent,
  NoticeSent: (state, { open }) => ({ notices: adding(state.notices, `${open.notice}:${open.about}`) }),
  InvitationOpened: opened,
  ReminderSent: reminded,
  /** Cancelling leads back to signing in person (rule:cancel-ends-the-link); who pays stays as chosen. */
  InvitationCancelled: (state, { open }) => ({
    ...invitationOf(state, open.invitation, { status: 'cancelled' }),
    mode: 'in-person',
    ...closing(state, 'cancelled'),
  }),
  InvitationExpired: (state, { open }) => invitationOf(state, open.invitation, { status: 'expired' }),
};
