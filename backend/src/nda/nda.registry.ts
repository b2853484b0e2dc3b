import { OPEN_TERMS, SEALED_TERMS } from '@siegel/contracts/nda/term-fields';
import type { RegistryOf } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';
import { paymentEvents } from './payment.registry.js';

const signed = [
  'agreementCommitment',
  'agreementHashConfirmed',
  'templateVersion',
  'consentWording',
  'consentLanguage',
  'signatureKind',
] as const;

/**
 * The registry: wire names are `<type>.v<version>`. The journal refuses an event that carries a field not
 * named here.
 */
export const ndaEvents: RegistryOf<NdaEvent> = {
  NdaCreated: {
    version: 2,
    open: [
      ...OPEN_TERMS,
      'templateVersion',
      'agreementCommitment',
      'issueDate',
      'creatorKeyHash',
      'replaces',
      'chain',
    ],
    personal: [...SEALED_TERMS, 'agreementHash', 'agreementSalt'],
    makesKey: true,
    meaning: 'Party 1 confirmed the agreement; its text and hash are fixed from here.',
  },
  NdaDiscarded: {
    version: 1,
    open: ['replacedBy', 'reason'],
    personal: [],
    meaning: 'An unsigned draft was replaced by a changed one, or given up after 30 days.',
  },
  Party1Signed: {
    version: 2,
    open: [...signed, 'mode', 'party1PaysForBoth'],
    personal: ['signatureHash'],
    origin: true,
    meaning: 'Party 1 signed, and chose how Party 2 will sign and who pays.',
  },
  SigningMadeRemote: {
    version: 1,
    open: ['party1PaysForBoth'],
    personal: [],
    meaning: 'Party 1 chose that Party 2 signs through a link, or changed who pays for it.',
  },
  SigningMadeInPerson: {
    version: 1,
    open: ['party1PaysForBoth'],
    personal: [],
    meaning: 'Party 1 chose that Party 2 signs on the same screen, or changed who pays for it.',
  },
  Party2Signed: {
    version: 2,
    open: [...signed, 'channel', 'tokenHash'],
    personal: ['signatureHash'],
    origin: true,
    meaning: 'Party 2 signed, through the channel named.',
  },
  NdaCompleted: {
    version: 2,
    open: ['agreementCommitment'],
    personal: [],
    meaning: 'Both have signed; nothing of the agreement changes from here.',
  },
  ...paymentEvents,
  Party2Invited: {
    version: 1,
    open: ['invitation', 'tokenHash', 'expiresAt', 'trigger', 'linkId'],
    personal: [],
    meaning: 'Party 2 is invited to sign until the time named; the mail is owed from here.',
  },
  Party2AddressCorrected: {
    version: 1,
    open: ['address', 'tokenHash', 'linkId'],
    personal: ['party2Email', 'previousEmail'],
    meaning: 'Party 1 corrected the address of Party 2.',
  },
  Party1AddressCorrected: {
    version: 1,
    open: ['address'],
    personal: ['party1Email', 'previousEmail'],
    meaning: 'Party 1 corrected its own address.',
  },
  InvitationSent: {
    version: 1,
    open: ['invitation', 'messageId', 'expiresAt', 'address'],
    personal: [],
    meaning: 'The mail provider accepted an invitation.',
  },
  NoticeSent: {
    version: 1,
    open: ['notice', 'party', 'about', 'messageId', 'address'],
    personal: [],
    meaning: 'The mail provider accepted a reminder or notice that another event called for.',
  },
  InvitationOpened: {
    version: 1,
    open: ['invitation', 'day', 'visitor'],
    personal: [],
    origin: true,
    meaning: 'The link was used by a person, counted once per address and day.',
  },
  ReminderSent: {
    version: 1,
    open: ['invitation', 'kind', 'manualCount'],
    personal: [],
    meaning: 'A reminder to Party 2 was decided; its mail is owed from here.',
  },
  RemindersDeclined: {
    version: 1,
    open: ['address'],
    personal: [],
    meaning: 'Party 2 wants no more reminders at this address; the link remains valid.',
  },
  InvitationCancelled: {
    version: 1,
    open: ['invitation'],
    personal: [],
    meaning: 'Party 1 withdrew the invitation; its link is void.',
  },
  InvitationExpired: {
    version: 1,
    open: ['invitation'],
    personal: [],
    meaning: 'Seven days passed without a signature.',
  },
  DocumentSealed: {
    version: 1,
    open: [
      'documentHash',
      'bytes',
      'pages',
      'asOfRevision',
      'templateVersion',
      'renderer',
      'verifyUrl',
      'level',
      'certificateHash',
      'receipts',
    ],
    personal: [],
    meaning: 'The document of record was made and stored.',
  },
  DocumentSent: {
    version: 1,
    open: ['party', 'messageId', 'documentHash'],
    personal: [],
    meaning: 'The mail provider accepted the document for one party.',
  },
  DeliveryFailed: {
    version: 1,
    open: ['stage', 'party', 'code', 'attempt', 'pauseMs'],
    personal: [],
    meaning: 'An attempt to make or seal the document failed; it is tried again.',
  },
  DocumentTimestamped: {
    version: 1,
    open: ['documentHash', 'authority', 'tokenTime'],
    personal: [],
    meaning: 'A time-stamp authority confirmed the document.',
  },
  NdaSent: {
    version: 1,
    open: ['documentHash'],
    personal: [],
    meaning: 'The mail provider accepted the document for both parties.',
  },
  MailFailed: {
    version: 1,
    open: ['kind', 'party', 'about', 'code', 'permanent', 'attempt', 'pauseMs'],
    personal: [],
    meaning: 'An attempt to send a mail failed; it is tried again while it is owed.',
  },
  MailDelivered: {
    version: 2,
    open: ['kind', 'party', 'messageId'],
    personal: [],
    meaning: 'The mail provider reported a message as delivered.',
  },
  MailBounced: {
    version: 2,
    open: ['kind', 'party', 'messageId', 'code', 'permanent'],
    personal: ['reason'],
    meaning: 'The mail provider reported a message as bounced or dropped.',
  },
  ContinueLinkRequested: {
    version: 1,
    open: ['number', 'linkId', 'expiresAt'],
    personal: [],
    meaning: 'Party 1 asked for a link with which to go on in another browser; its mail is owed from here.',
  },
  CreatorAccessGranted: {
    version: 1,
    open: ['creatorKeyHash', 'link'],
    personal: [],
    origin: true,
    meaning: 'Another browser of Party 1 was let in by a link sent to them.',
  },
  CreatorAccessEnded: {
    version: 1,
    open: ['kept'],
    personal: [],
    meaning: 'Party 1 ended the access of every browser but one, and voided open links to continue.',
  },
  SignatureDisputed: {
    version: 1,
    open: ['party'],
    personal: [],
    origin: true,
    meaning: "A party said 'I did not sign this'.",
  },
  ObligationClosed: {
    version: 1,
    open: ['about', 'by'],
    personal: ['note'],
    meaning: 'A person dealt with what another event had made owed.',
  },
  LegalHoldSet: {
    version: 1,
    open: [],
    personal: ['reason'],
    meaning: 'Deletion is barred until the hold is lifted.',
  },
  LegalHoldLifted: { version: 1, open: [], personal: ['reason'], meaning: 'The hold ended.' },
  NdaErased: {
    version: 1,
    open: ['reason'],
    personal: [],
    meaning: 'Erasure was decided; destroying the key is owed from here.',
  },
  NdaKeyDestroyed: {
    version: 1,
    open: ['keyId', 'destroyedAt', 'receiptKeyId', 'receiptSignature'],
    personal: [],
    meaning: 'The key is destroyed, with a signed receipt.',
  },
};
