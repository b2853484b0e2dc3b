import type { ClosedLinkState, InvitationState, NdaState } from '../nda.state.js';
import { statusOnceOpened, statusOnceSent } from '../rules/invitation.js';
import { adding, type Folds, type RecordedNda } from './fold.js';

/** Changes the newest invitation if it has this number. */
function invitationOf(
  state: NdaState,
  number: number,
  change: Partial<InvitationState>,
): Pick<NdaState, 'invitation'> {
  const invitation = state.invitation;
  return { invitation: invitation?.number === number ? { ...invitation, ...change } : invitation };
}

/**
 * Adds the link that an event names. As soon as one link of the NDA has a `linkId`, all later links have a
 * `linkId` too. An event without `linkId` is then outdated and adds no link.
 */
function issuing(
  { issuedLinks }: NdaState,
  tokenHash: string,
  linkId: string | null,
): Pick<NdaState, 'issuedLinks'> {
  const isOutdated = linkId === null && issuedLinks.some((link) => link.linkId !== null);
  return { issuedLinks: isOutdated ? issuedLinks : [...issuedLinks, { tokenHash, linkId }] };
}

/** Closes the link of the newest invitation. */
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
      acceptedAt: null,
      sentAt: null,
      openedAt: null,
      manualReminderAt: null,
      lastReminderAt: null,
      openings: [],
      automaticReminders: [],
    },
    invitations: Math.max(state.invitations, open.invitation),
    ...issuing(state, open.tokenHash, open.linkId ?? null),
  };
}

/**
 * If an invitation is open, the service now owes its mail to the new address. The invitation is pending
 * again, with a new token, and still ends on the same day.
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
          invitation: {
            ...invitation,
            tokenHash,
            linkId,
            address,
            status: 'pending',
            sentAt: null,
            openedAt: null,
            openings: [],
          },
          ...closing(state, 'replaced'),
        }
      : {};
  const issued = tokenHash === null ? {} : issuing(state, tokenHash, linkId);
  const changed = { ...renewed, ...issued, addresses: address, lastMail: undefined };
  if (personal === undefined) return changed;
  return {
    ...changed,
    personal: state.personal && { ...state.personal, party2Email: personal.party2Email },
    party2Emails: [...state.party2Emails, personal.party2Email],
  };
}

function invitationSent(state: NdaState, { open, at }: RecordedNda<'InvitationSent'>): Partial<NdaState> {
  const { address = state.addresses } = open;
  const accepted: Partial<NdaState> = {
    sentInvitations: adding(state.sentInvitations, open.messageId),
    acceptedInvitations: [
      ...state.acceptedInvitations,
      { invitation: open.invitation, address, at, fate: open.fate },
    ],
  };
  if (address !== state.addresses) return accepted;
  const { invitation } = state;
  const lastMail = { kind: 'invitation', at } as const;
  if (invitation === undefined) return { ...accepted, lastMail };
  const change = {
    acceptedAt: invitation.acceptedAt ?? at,
    expiresAt: open.expiresAt ?? invitation.expiresAt,
    sentAt: invitation.sentAt ?? at,
    status: statusOnceSent(invitation.status),
  };
  return { ...accepted, lastMail, ...invitationOf(state, open.invitation, change) };
}

function opened(state: NdaState, { open, at }: RecordedNda<'InvitationOpened'>): Partial<NdaState> {
  const invitation = state.invitation;
  if (invitation === undefined) return {};
  return invitationOf(state, open.invitation, {
    status: statusOnceOpened(invitation.status),
    openedAt: invitation.openedAt ?? at,
    openings: adding(invitation.openings, `${open.visitor}|${open.day}`),
  });
}

/**
 * From this event on, the service owes the reminder's mail. The reminder counts as sent from this event on,
 * even before the mail is sent.
 */
function reminded(state: NdaState, { open, at }: RecordedNda<'ReminderSent'>): Partial<NdaState> {
  const lastMail = { kind: 'reminder', at } as const;
  if (open.kind === 'manual') {
    const change = { manualReminderAt: at, lastReminderAt: at };
    return {
      lastMail,
      manualReminders: open.manualCount,
      ...invitationOf(state, open.invitation, change),
    };
  }
  const automaticReminders = adding(state.invitation?.automaticReminders ?? [], open.kind);
  return { lastMail, ...invitationOf(state, open.invitation, { automaticReminders, lastReminderAt: at }) };
}

/**
 * A notice of a correction goes to the earlier address. A notice with `address` went to an earlier address
 * too, and a mail server accepted that notice late. So neither notice is the last mail to the current
 * address.
 */
function noticed(state: NdaState, { open, at }: RecordedNda<'NoticeSent'>): Partial<NdaState> {
  const { notice, party, about, address } = open;
  const isLastMail = party === 2 && notice !== 'correction' && address === undefined;
  return {
    notices: adding(state.notices, `${notice}:${about}`),
    ...(isLastMail ? { lastMail: { kind: notice, at } } : {}),
  };
}

export const invitingFolds = {
  Party2Invited: invited,
  Party2AddressCorrected: addressCorrected,
  InvitationSent: invitationSent,
  NoticeSent: noticed,
  InvitationOpened: opened,
  ReminderSent: reminded,
  RemindersDeclined: (state, { open }) => ({
    declinedAddresses: adding(state.declinedAddresses, open.address),
  }),
  /**
   * After a cancellation the parties sign in person again (rule:cancel-ends-the-link). The choice of who pays
   * does not change.
   */
  InvitationCancelled: (state, { open }) => ({
    ...invitationOf(state, open.invitation, { status: 'cancelled' }),
    mode: 'in-person',
    ...closing(state, 'cancelled'),
  }),
  InvitationExpired: (state, { open }) => invitationOf(state, open.invitation, { status: 'expired' }),
} satisfies Partial<Folds>;
