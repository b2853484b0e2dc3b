import type { RegistryOf } from '../eventsourcing/journal/event.js';
import { count, day, instant, oneOf, optional, orNull, text } from '../eventsourcing/journal/fields.js';
import type {
  InvitationCancelled,
  InvitationExpired,
  InvitationOpened,
  InvitationSent,
  Party1AddressCorrected,
  Party2AddressCorrected,
  Party2Invited,
  ReminderSent,
  RemindersDeclined,
} from './invitation.events.js';
import type { NoticeSent } from './nda.events.js';

type InvitationEvent =
  | Party2Invited
  | Party2AddressCorrected
  | Party1AddressCorrected
  | InvitationSent
  | NoticeSent
  | InvitationOpened
  | ReminderSent
  | RemindersDeclined
  | InvitationCancelled
  | InvitationExpired;

/** The part of the registry that is about invitations and addresses: see nda.registry.ts. */
export const invitationEvents: RegistryOf<InvitationEvent> = {
  Party2Invited: {
    version: 1,
    open: { invitation: count, tokenHash: text, expiresAt: instant, trigger: text, linkId: optional(text) },
    personal: [],
    meaning: 'Party 2 is invited to sign until the time named; the mail is owed from here.',
  },
  Party2AddressCorrected: {
    version: 1,
    open: { address: count, tokenHash: orNull(text), linkId: optional(text) },
    personal: ['party2Email', 'previousEmail'],
    meaning: 'Party 1 corrected the address of Party 2.',
  },
  Party1AddressCorrected: {
    version: 1,
    open: { address: count },
    personal: ['party1Email', 'previousEmail'],
    meaning: 'Party 1 corrected its own address.',
  },
  InvitationSent: {
    version: 1,
    open: { invitation: count, messageId: text, expiresAt: optional(instant), address: optional(count) },
    personal: [],
    meaning: 'The mail provider accepted an invitation.',
  },
  NoticeSent: {
    version: 1,
    open: { notice: text, party: oneOf(1, 2), about: text, messageId: text, address: optional(count) },
    personal: [],
    meaning: 'The mail provider accepted a reminder or notice that another event called for.',
  },
  InvitationOpened: {
    version: 1,
    open: { invitation: count, day, visitor: text },
    personal: [],
    origin: true,
    meaning: 'The link was used by a person, counted once per address and day.',
  },
  ReminderSent: {
    version: 1,
    open: { invitation: count, kind: text, manualCount: count },
    personal: [],
    meaning: 'A reminder to Party 2 was decided; its mail is owed from here.',
  },
  RemindersDeclined: {
    version: 1,
    open: { address: count },
    personal: [],
    meaning: 'Party 2 wants no more reminders at this address; the link remains valid.',
  },
  InvitationCancelled: {
    version: 1,
    open: { invitation: count },
    personal: [],
    meaning: 'Party 1 withdrew the invitation; its link is void.',
  },
  InvitationExpired: {
    version: 1,
    open: { invitation: count },
    personal: [],
    meaning: 'Seven days passed without a signature.',
  },
};
