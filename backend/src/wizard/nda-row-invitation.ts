import type { Recorded } from '../eventsourcing/journal/event.js';
import { withSealed } from '../eventsourcing/projections/sealed-part.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { statusOnceOpened, statusOnceSent } from '../nda/rules/invitation.js';
import type { NdaRow } from './nda-row.js';
import { settle } from './nda-row-payments.js';

type Handlers<T extends NdaEvent['type']> = {
  readonly [Type in T]: (row: NdaRow, event: Recorded<Extract<NdaEvent, { type: Type }>>) => NdaRow;
};

/** How a row follows the invitation of Party 2. */
export const invitingHandlers: Handlers<
  | 'Party2Invited'
  | 'Party2AddressCorrected'
  | 'InvitationSent'
  | 'NoticeSent'
  | 'InvitationOpened'
  | 'ReminderSent'
  | 'RemindersDeclined'
  | 'InvitationCancelled'
  | 'InvitationExpired'
> = {
  Party2Invited: (row, { open }) => ({
    ...row,
    invitations: open.invitation,
    invitationStatus: 'pending',
    tokenHash: open.tokenHash,
    tokenExpiresAt: open.expiresAt,
    linkSentAt: null,
    invitationOpenedAt: null,
    lastReminderAt: null,
    automaticReminders: [],
  }),
  Party2AddressCorrected: (row, event) => {
    const { address: addresses, tokenHash } = event.open;
    const corrected: NdaRow = { ...row, addresses, remindersDeclined: false };
    const renewed = {
      tokenHash,
      invitationStatus: 'pending',
      linkSentAt: null,
      invitationOpenedAt: null,
    } as const;
    return withSealed(tokenHash === null ? corrected : { ...corrected, ...renewed }, 'address', event);
  },
  /** One that went to an earlier address leaves the invitation owed. */
  InvitationSent: (row, { at, open: { invitation, expiresAt, address } }) =>
    address !== undefined || invitation !== row.invitations
      ? row
      : {
          ...row,
          linkSentAt: row.linkSentAt ?? at,
          tokenExpiresAt: row.tokenExpiresAt === null ? null : (expiresAt ?? row.tokenExpiresAt),
          invitationStatus: statusOnceSent(row.invitationStatus),
        },
  NoticeSent: (row) => row,
  InvitationOpened: (row, { at }) => ({
    ...row,
    invitationStatus: statusOnceOpened(row.invitationStatus),
    invitationOpenedAt: row.invitationOpenedAt ?? at,
  }),
  ReminderSent: (row, { at, open: { kind, manualCount } }) => ({
    ...row,
    lastReminderAt: at,
    ...(kind === 'manual'
      ? { manualReminders: manualCount }
      : { automaticReminders: [...row.automaticReminders, kind] }),
  }),
  RemindersDeclined: (row, { open: { address } }) => ({
    ...row,
    remindersDeclined: row.remindersDeclined || address === row.addresses,
  }),
  /** Leads back to signing in person (rule:cancel-ends-the-link); who pays stays as chosen. */
  InvitationCancelled: (row, { at }) =>
    settle(
      {
        ...row,
        invitationStatus: 'cancelled',
        signatureMode: 'in-person',
        tokenHash: null,
        tokenExpiresAt: null,
      },
      at,
    ),
  InvitationExpired: (row) => ({ ...row, invitationStatus: 'expired', tokenHash: null }),
};
