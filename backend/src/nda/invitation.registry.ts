import type { SentNoticeKind } from '@siegel/contracts/enums';
import type { AutomaticReminder } from '@siegel/contracts/limits';
import type { EventRegistry } from '../eventsourcing/journal/event.js';
import {
  count,
  day,
  instant,
  oneOf,
  optional,
  orNull,
  text,
  textOf,
} from '../eventsourcing/journal/fields.js';

/** The events about an NDA's invitation and the parties' addresses: see nda.registry.ts. */
export const invitationEvents = {
  Party2Invited: {
    version: 1,
    open: {
      /** 1 to 3. */
      invitation: count,
      tokenHash: text,
      expiresAt: instant,
      trigger: textOf<'creator' | 'payment'>(),
      /**
       * The id from which the link's token was derived; absent in old events, which were recorded before
       * links were sent by mail.
       */
      linkId: optional(text),
    },
    personal: {},
    meaning: 'Party 2 is invited to sign until the time named; the mail is owed from here.',
  },
  Party2AddressCorrected: {
    version: 1,
    open: {
      /** Number of the new address: 2 or 3. Number 1 is the address in NdaCreated. */
      address: count,
      /** Hash of the new token if an invitation is open. */
      tokenHash: orNull(text),
      /** The id from which the token was derived. */
      linkId: optional(text),
    },
    personal: { party2Email: text, previousEmail: text },
    meaning: 'Party 1 corrected the address of Party 2.',
  },
  Party1AddressCorrected: {
    version: 1,
    open: {
      /** Number of the new address: 2 or 3. Number 1 is the address in NdaCreated. */
      address: count,
    },
    personal: { party1Email: text, previousEmail: text },
    meaning: 'Party 1 corrected its own address.',
  },
  InvitationSent: {
    version: 2,
    open: {
      invitation: count,
      messageId: text,
      /**
       * `unknown` if the mail server's response was lost and the mail is not sent again. The server may have
       * accepted the mail.
       */
      fate: oneOf('accepted', 'unknown'),
      /**
       * Present if the invitation's seven days begin only with this event (rule:invitation-lasts-seven-days).
       */
      expiresAt: optional(instant),
      /**
       * Number of the address to which the mail went; present only if that address is no longer the current
       * address.
       */
      address: optional(count),
    },
    personal: {},
    meaning: 'The mail provider accepted an invitation, or its answer stayed unknown.',
  },
  NoticeSent: {
    version: 1,
    open: {
      notice: textOf<SentNoticeKind>(),
      party: oneOf(1, 2),
      /** Id of the event because of which the mail was sent. */
      about: text,
      messageId: text,
      /**
       * Number of Party 2's address to which the mail went; present only if that address is not the current
       * address.
       */
      address: optional(count),
    },
    personal: {},
    meaning: 'The mail provider accepted a reminder or notice that another event called for.',
  },
  InvitationOpened: {
    version: 1,
    open: {
      invitation: count,
      day,
      /**
       * Keyed hash of the client's address. Each address is recorded once a day (rule:link-used-is-evidence).
       */
      visitor: text,
    },
    personal: {},
    origin: true,
    meaning: 'The link was used by a person, counted once per address and day.',
  },
  ReminderSent: {
    version: 1,
    open: {
      invitation: count,
      kind: textOf<'manual' | AutomaticReminder>(),
      /** Number of manual reminders of this NDA so far, including this one if it is manual. */
      manualCount: count,
    },
    personal: {},
    meaning: 'A reminder to Party 2 was decided; its mail is owed from here.',
  },
  RemindersDeclined: {
    version: 1,
    open: {
      /** Number of the address that gets no more reminders. */
      address: count,
    },
    personal: {},
    meaning: 'Party 2 wants no more reminders at this address; the link remains valid.',
  },
  InvitationCancelled: {
    version: 1,
    open: { invitation: count },
    personal: {},
    meaning: 'Party 1 withdrew the invitation; its link is void.',
  },
  InvitationExpired: {
    version: 1,
    open: { invitation: count },
    personal: {},
    meaning: 'Seven days passed without a signature.',
  },
} satisfies EventRegistry;
