import type { MailKind, Party } from '@siegel/contracts/enums';
import type { Receipt } from '@siegel/contracts/receipt';
import type { EventRegistry } from '../eventsourcing/journal/event.js';
import {
  count,
  flag,
  milliseconds,
  oneOf,
  optional,
  orNull,
  recordOf,
  text,
  textOf,
} from '../eventsourcing/journal/fields.js';

const party = oneOf(1, 2);
const mailKind = textOf<MailKind>();

/** The events about an NDA's document and the fate of its mails: see nda.registry.ts. */
export const deliveryEvents = {
  DocumentSealed: {
    version: 1,
    open: {
      /** SHA-256 of the document of record. */
      documentHash: text,
      bytes: count,
      pages: count,
      /** The document shows the NDA as of this revision. */
      asOfRevision: count,
      templateVersion: text,
      renderer: text,
      /** Address of the page that checks the document, as printed in it. */
      verifyUrl: text,
      /** PAdES level, or `none` before the operator's seal is set up. */
      level: textOf<'none' | 'B-B' | 'B-T'>(),
      certificateHash: orNull(text),
      /**
       * The receipt of each party's signature, sent with the document (rule:receipts-go-with-the-document).
       */
      receipts: optional(recordOf<{ readonly [P in Party]: Receipt }>()),
    },
    personal: {},
    meaning: 'The document of record was made and stored.',
  },
  DocumentSent: {
    version: 1,
    open: { party, messageId: text, documentHash: text },
    personal: {},
    meaning: 'The mail provider accepted the document for one party.',
  },
  DeliveryFailed: {
    version: 1,
    open: {
      /** Only older histories contain `sending`. Failed mails are now recorded as MailFailed. */
      stage: textOf<'making' | 'sealing' | 'sending'>(),
      party: orNull(party),
      code: text,
      attempt: count,
      /**
       * Pause before the next attempt; absent if the code and the number of this attempt determine the pause.
       */
      pauseMs: optional(milliseconds),
    },
    personal: {},
    meaning: 'An attempt to make or seal the document failed; it is tried again.',
  },
  DocumentTimestamped: {
    version: 1,
    open: { documentHash: text, authority: text, tokenTime: text },
    personal: {},
    meaning: 'A time-stamp authority confirmed the document.',
  },
  NdaSent: {
    version: 1,
    open: { documentHash: text },
    personal: {},
    meaning: 'The mail provider accepted the document for both parties.',
  },
  /** An attempt to send a mail failed (rule:every-mail-has-a-fate). */
  MailFailed: {
    version: 1,
    open: {
      kind: mailKind,
      party,
      /** Id of the event for which the mail is owed. */
      about: text,
      code: text,
      /** True for a refusal, false for a temporary fault. */
      permanent: flag,
      attempt: count,
      /**
       * Pause before the next attempt; absent if the code and the number of this attempt determine the pause.
       */
      pauseMs: optional(milliseconds),
    },
    personal: {},
    meaning: 'An attempt to send a mail failed; it is tried again while it is owed.',
  },
  MailDelivered: {
    version: 2,
    open: { kind: mailKind, party, messageId: text },
    personal: {},
    meaning: 'The mail provider reported a message as delivered.',
  },
  MailBounced: {
    version: 2,
    open: { kind: mailKind, party, messageId: text, code: text, permanent: flag },
    personal: { reason: text },
    meaning: 'The mail provider reported a message as bounced or dropped.',
  },
} satisfies EventRegistry;
