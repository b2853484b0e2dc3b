import { LANGUAGES, SIGNATURE_KINDS, SIGNATURE_MODES } from '@siegel/contracts/enums';
import { SEALED_TERMS } from '@siegel/contracts/nda/term-fields';
import type { RegistryOf } from '../eventsourcing/journal/event.js';
import {
  count,
  day,
  flag,
  instant,
  milliseconds,
  oneOf,
  optional,
  orNull,
  record,
  text,
  uuid,
} from '../eventsourcing/journal/fields.js';
import { keyDestroyed } from '../eventsourcing/journal/key-destroyed.js';
import { invitationEvents } from './invitation.registry.js';
import type { NdaEvent } from './nda.events.js';
import { paymentEvents } from './payment.registry.js';

const party = oneOf(1, 2);
const language = oneOf(...LANGUAGES);
const signingMode = oneOf(...SIGNATURE_MODES);

const signed = {
  agreementCommitment: text,
  agreementHashConfirmed: flag,
  templateVersion: text,
  consentWording: text,
  consentLanguage: orNull(language),
  signatureKind: orNull(oneOf(...SIGNATURE_KINDS)),
} as const;

/**
 * The registry: wire names are `<type>.v<version>`. The journal refuses an event that carries a field not
 * named here, and does not understand one whose open fields are of another kind.
 */
export const ndaEvents: RegistryOf<NdaEvent> = {
  NdaCreated: {
    version: 2,
    open: {
      language,
      duration: text,
      geographicScope: text,
      penaltyClause: text,
      returnOfMaterials: flag,
      templateVersion: text,
      agreementCommitment: text,
      issueDate: day,
      creatorKeyHash: text,
      replaces: orNull(uuid),
      chain: uuid,
    },
    personal: [...SEALED_TERMS, 'agreementHash', 'agreementSalt'],
    makesKey: true,
    meaning: 'Party 1 confirmed the agreement; its text and hash are fixed from here.',
  },
  NdaDiscarded: {
    version: 1,
    open: { replacedBy: orNull(text), reason: text },
    personal: [],
    meaning: 'An unsigned draft was replaced by a changed one, or given up after 30 days.',
  },
  Party1Signed: {
    version: 2,
    open: { ...signed, mode: signingMode, party1PaysForBoth: flag },
    personal: ['signatureHash'],
    origin: true,
    meaning: 'Party 1 signed, and chose how Party 2 will sign and who pays.',
  },
  SigningMadeRemote: {
    version: 1,
    open: { party1PaysForBoth: flag },
    personal: [],
    meaning: 'Party 1 chose that Party 2 signs through a link, or changed who pays for it.',
  },
  SigningMadeInPerson: {
    version: 1,
    open: { party1PaysForBoth: flag },
    personal: [],
    meaning: 'Party 1 chose that Party 2 signs on the same screen, or changed who pays for it.',
  },
  Party2Signed: {
    version: 2,
    open: { ...signed, channel: signingMode, tokenHash: orNull(text) },
    personal: ['signatureHash'],
    origin: true,
    meaning: 'Party 2 signed, through the channel named.',
  },
  NdaCompleted: {
    version: 2,
    open: { agreementCommitment: text },
    personal: [],
    meaning: 'Both have signed; nothing of the agreement changes from here.',
  },
  ...paymentEvents,
  ...invitationEvents,
  DocumentSealed: {
    version: 1,
    open: {
      documentHash: text,
      bytes: count,
      pages: count,
      asOfRevision: count,
      templateVersion: text,
      renderer: text,
      verifyUrl: text,
      level: text,
      certificateHash: orNull(text),
      receipts: optional(record),
    },
    personal: [],
    meaning: 'The document of record was made and stored.',
  },
  DocumentSent: {
    version: 1,
    open: { party, messageId: text, documentHash: text },
    personal: [],
    meaning: 'The mail provider accepted the document for one party.',
  },
  DeliveryFailed: {
    version: 1,
    open: {
      stage: text,
      party: orNull(party),
      code: text,
      attempt: count,
      pauseMs: optional(milliseconds),
    },
    personal: [],
    meaning: 'An attempt to make or seal the document failed; it is tried again.',
  },
  DocumentTimestamped: {
    version: 1,
    open: { documentHash: text, authority: text, tokenTime: text },
    personal: [],
    meaning: 'A time-stamp authority confirmed the document.',
  },
  NdaSent: {
    version: 1,
    open: { documentHash: text },
    personal: [],
    meaning: 'The mail provider accepted the document for both parties.',
  },
  MailFailed: {
    version: 1,
    open: {
      kind: text,
      party,
      about: text,
      code: text,
      permanent: flag,
      attempt: count,
      pauseMs: optional(milliseconds),
    },
    personal: [],
    meaning: 'An attempt to send a mail failed; it is tried again while it is owed.',
  },
  MailDelivered: {
    version: 2,
    open: { kind: text, party, messageId: text },
    personal: [],
    meaning: 'The mail provider reported a message as delivered.',
  },
  MailBounced: {
    version: 2,
    open: { kind: text, party, messageId: text, code: text, permanent: flag },
    personal: ['reason'],
    meaning: 'The mail provider reported a message as bounced or dropped.',
  },
  ContinueLinkRequested: {
    version: 1,
    open: { number: count, linkId: text, expiresAt: instant },
    personal: [],
    meaning: 'Party 1 asked for a link with which to go on in another browser; its mail is owed from here.',
  },
  CreatorAccessGranted: {
    version: 1,
    open: { creatorKeyHash: text, link: optional(count) },
    personal: [],
    origin: true,
    meaning: 'Another browser of Party 1 was let in by a link sent to them.',
  },
  CreatorAccessEnded: {
    version: 1,
    open: { kept: text },
    personal: [],
    meaning: 'Party 1 ended the access of every browser but one, and voided open links to continue.',
  },
  SignatureDisputed: {
    version: 1,
    open: { party },
    personal: [],
    origin: true,
    meaning: "A party said 'I did not sign this'.",
  },
  ObligationClosed: {
    version: 1,
    open: { about: text, by: text },
    personal: ['note'],
    meaning: 'A person dealt with what another event had made owed.',
  },
  LegalHoldSet: {
    version: 1,
    open: {},
    personal: ['reason'],
    meaning: 'Deletion is barred until the hold is lifted.',
  },
  LegalHoldLifted: { version: 1, open: {}, personal: ['reason'], meaning: 'The hold ended.' },
  NdaErased: {
    version: 1,
    open: { reason: text },
    personal: [],
    meaning: 'Erasure was decided; destroying the key is owed from here.',
  },
  NdaKeyDestroyed: {
    version: 1,
    open: keyDestroyed,
    personal: [],
    meaning: 'The key is destroyed, with a signed receipt.',
  },
};
