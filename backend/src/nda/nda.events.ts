import type {
  Language,
  MailKind,
  Party,
  SignatureKind,
  SignatureMode,
  ToldKind,
} from '@siegel/contracts/enums';
import type { OpenTerm, RecordedTerms, SealedTerm } from '@siegel/contracts/nda/term-fields';
import type { Receipt } from '@siegel/contracts/receipt';
import type { NewEvent } from '../eventsourcing/journal/event.js';
import type { KeyDestroyed } from '../eventsourcing/journal/key-destroyed.js';
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
import type { PaymentEvent } from './payment.events.js';
import type { SealedAgreement } from '@siegel/contracts/agreement/commitment';

/**
 * Everything that can be said of an NDA. Hashes are hexadecimal SHA-256, money is integer cents, times are
 * ISO 8601 UTC, days are `YYYY-MM-DD` in Europe/Berlin. `Open` stays readable after an erasure; `Personal` is
 * sealed (rule:personal-data-is-sealed).
 */

export interface NdaTermsOpen extends RecordedTerms<OpenTerm> {}
export interface NdaPersonal extends RecordedTerms<SealedTerm> {}

export type NdaCreated = NewEvent<
  'NdaCreated',
  NdaTermsOpen & {
    readonly templateVersion: string;
    /** Hides the hash of the agreement, which is sealed (rule:agreement-commitment). */
    readonly agreementCommitment: string;
    readonly issueDate: string;
    /** Keyed hash of the creator's key (rule:creator-key). */
    readonly creatorKeyHash: string;
    /**
     * The draft that this one replaces, and the first of the chain (its own id without one): `created` counts
     * a chain once.
     */
    readonly replaces: string | null;
    readonly chain: string;
  },
  NdaPersonal & SealedAgreement
>;
export type NdaDiscarded = NewEvent<
  'NdaDiscarded',
  { readonly replacedBy: string | null; readonly reason: 'replaced' | 'retention' }
>;

interface SignedOpen {
  readonly agreementCommitment: string;
  /** False: 'not confirmed by client' (rule:signed-is-what-was-seen). */
  readonly agreementHashConfirmed: boolean;
  readonly templateVersion: string;
  /** Which wording of the consent stood beside the button, as in `v1`. */
  readonly consentWording: string;
  /** In which it stood there; null where the screen did not tell. */
  readonly consentLanguage: Language | null;
  /** As the screen tells it; null where it did not. */
  readonly signatureKind: SignatureKind | null;
}
interface SignedPersonal {
  /** SHA-256 of the PNG. */
  readonly signatureHash: string;
}
export type Party1Signed = NewEvent<
  'Party1Signed',
  SignedOpen & { readonly mode: SignatureMode; readonly party1PaysForBoth: boolean },
  SignedPersonal
>;
export type SigningMadeRemote = NewEvent<'SigningMadeRemote', { readonly party1PaysForBoth: boolean }>;
export type SigningMadeInPerson = NewEvent<'SigningMadeInPerson', { readonly party1PaysForBoth: boolean }>;
export type Party2Signed = NewEvent<
  'Party2Signed',
  SignedOpen & {
    /** In person: drawn on Party 1's device. Remote: by whoever held the token. */
    readonly channel: SignatureMode;
    /** SHA-256 of the token used; null in person. */
    readonly tokenHash: string | null;
  },
  SignedPersonal
>;
export type NdaCompleted = NewEvent<'NdaCompleted', { readonly agreementCommitment: string }>;

/** The mail provider accepted another mail that an event called for. `about` is that event's id. */
export type NoticeSent = NewEvent<
  'NoticeSent',
  {
    readonly notice: ToldKind;
    readonly party: Party;
    readonly about: string;
    readonly messageId: string;
    /** Number of Party 2's address that it went to, where that is not the present one. */
    readonly address?: number;
  }
>;
export type DocumentSealed = NewEvent<
  'DocumentSealed',
  {
    /** SHA-256 of the document of record. */
    readonly documentHash: string;
    readonly bytes: number;
    readonly pages: number;
    /** The revision as of which it was rendered. */
    readonly asOfRevision: number;
    readonly templateVersion: string;
    readonly renderer: string;
    /** Address of the page that checks it, as printed in the document. */
    readonly verifyUrl: string;
    /** PAdES level, or `none` before the operator's seal is set up. */
    readonly level: 'none' | 'B-B' | 'B-T';
    readonly certificateHash: string | null;
    /** Of each party's own signing, which go out with it (rule:receipts-go-with-the-document). */
    readonly receipts?: { readonly [P in Party]: Receipt };
  }
>;
export type DocumentSent = NewEvent<
  'DocumentSent',
  { readonly party: Party; readonly messageId: string; readonly documentHash: string }
>;
/** `sending` stands in older histories only: of mails MailFailed tells. */
export type DeliveryFailed = NewEvent<
  'DeliveryFailed',
  {
    readonly stage: 'making' | 'sealing' | 'sending';
    readonly party: Party | null;
    readonly code: string;
    readonly attempt: number;
    /** Milliseconds to the next attempt, where code and number of this one do not tell. */
    readonly pauseMs?: number;
  }
>;
export type DocumentTimestamped = NewEvent<
  'DocumentTimestamped',
  { readonly documentHash: string; readonly authority: string; readonly tokenTime: string }
>;
export type NdaSent = NewEvent<'NdaSent', { readonly documentHash: string }>;
/** A mail was not accepted (rule:every-mail-has-a-fate). */
export type MailFailed = NewEvent<
  'MailFailed',
  {
    readonly kind: MailKind;
    readonly party: Party;
    /** Id of the event that the mail is owed for. */
    readonly about: string;
    readonly code: string;
    /** A refusal, not a passing fault. */
    readonly permanent: boolean;
    readonly attempt: number;
    /** Milliseconds to the next attempt, where code and number of this one do not tell. */
    readonly pauseMs?: number;
  }
>;
export type MailDelivered = NewEvent<
  'MailDelivered',
  { readonly kind: MailKind; readonly party: Party; readonly messageId: string }
>;
export type MailBounced = NewEvent<
  'MailBounced',
  {
    readonly kind: MailKind;
    readonly party: Party;
    readonly messageId: string;
    readonly code: string;
    readonly permanent: boolean;
  },
  { readonly reason: string }
>;
/** A link to continue is owed to Party 1's address. */
export type ContinueLinkRequested = NewEvent<
  'ContinueLinkRequested',
  {
    /** From 1 on, over the NDA's life. */
    readonly number: number;
    /** Random; what the link's token is made of. */
    readonly linkId: string;
    readonly expiresAt: string;
  }
>;
export type CreatorAccessGranted = NewEvent<
  'CreatorAccessGranted',
  {
    readonly creatorKeyHash: string;
    /** Number of the link that was used up; absent before there were such links. */
    readonly link?: number;
  }
>;
export type CreatorAccessEnded = NewEvent<
  'CreatorAccessEnded',
  {
    /** Keyed hash of the one browser that keeps its access. */
    readonly kept: string;
  }
>;
export type SignatureDisputed = NewEvent<'SignatureDisputed', { readonly party: Party }>;
/** A person has dealt with what another event made owed. */
export type ObligationClosed = NewEvent<
  'ObligationClosed',
  {
    /** Id of that event. */
    readonly about: string;
    readonly by: 'admin' | 'operator';
  },
  { readonly note: string }
>;
export type LegalHoldSet = NewEvent<'LegalHoldSet', object, { readonly reason: string }>;
export type LegalHoldLifted = NewEvent<'LegalHoldLifted', object, { readonly reason: string }>;
export type NdaErased = NewEvent<'NdaErased', { readonly reason: 'admin' | 'retention' | 'restored' }>;
export type NdaKeyDestroyed = NewEvent<'NdaKeyDestroyed', KeyDestroyed>;

export type NdaEvent =
  | NdaCreated
  | NdaDiscarded
  | Party1Signed
  | SigningMadeRemote
  | SigningMadeInPerson
  | Party2Signed
  | NdaCompleted
  | PaymentEvent
  | Party2Invited
  | Party2AddressCorrected
  | Party1AddressCorrected
  | InvitationSent
  | NoticeSent
  | InvitationOpened
  | ReminderSent
  | RemindersDeclined
  | InvitationCancelled
  | InvitationExpired
  | DocumentSealed
  | DocumentSent
  | DeliveryFailed
  | DocumentTimestamped
  | NdaSent
  | MailFailed
  | MailDelivered
  | MailBounced
  | ContinueLinkRequested
  | CreatorAccessGranted
  | CreatorAccessEnded
  | SignatureDisputed
  | ObligationClosed
  | LegalHoldSet
  | LegalHoldLifted
  | NdaErased
  | NdaKeyDestroyed;

export const NDA_STREAM_PREFIX = 'nda-';
export const ndaStream = (id: string): string => `${NDA_STREAM_PREFIX}${id}`;
export const ndaIdOf = (stream: string): string => stream.slice(NDA_STREAM_PREFIX.length);
