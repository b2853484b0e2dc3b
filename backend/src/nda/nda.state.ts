import type {
  InvitationStatus,
  MailKind,
  NdaStatus,
  Party,
  RecipientStatus,
  SignatureMode,
} from '@siegel/contracts/enums';
import type { AutomaticReminder } from '@siegel/contracts/limits';
import type { InvitationFate } from './invitation.events.js';
import type { NdaEvent, NdaPersonal, NdaTermsOpen } from './nda.events.js';
import { type MailFates, NO_MAILS } from './mail-fates.state.js';
import { type MoneyBack, NO_MONEY_BACK } from './money-back.state.js';
import { NO_OBLIGATIONS, type Obligations } from './obligations.state.js';
import { type OwedMails, OWES_NOTHING } from './owed-mails.state.js';
import { type PartyPayment, UNPAID } from './payment.state.js';

export interface SignatureState {
  readonly at: string;
  readonly eventId: string;
  /** Undefined after an erasure. */
  readonly signatureHash: string | undefined;
}

/** A link of an invitation: the current link or an earlier one. */
export interface IssuedLinkState {
  /** Hexadecimal SHA-256 of the link's token. */
  readonly tokenHash: string;
  /**
   * The id from which the token was derived (rule:link-tokens); null for old links, which were issued before
   * links were sent by mail.
   */
  readonly linkId: string | null;
}

/** A link that no longer opens an invitation. */
export interface ClosedLinkState {
  readonly tokenHash: string;
  readonly invitation: number;
  /** Number of the address that the link was sent to. */
  readonly address: number;
  readonly closed: 'cancelled' | 'replaced';
}

export interface InvitationState {
  readonly number: number;
  readonly tokenHash: string;
  /** The id from which the token was derived; null if links were not sent by mail at that time. */
  readonly linkId: string | null;
  /** Number of the address that the link goes to. */
  readonly address: number;
  readonly invitedAt: string;
  readonly expiresAt: string;
  readonly status: Exclude<InvitationStatus, 'none'>;
  /**
   * Time at which a mail server first accepted a mail of this invitation. A mail whose link no longer worked
   * does not count.
   */
  readonly acceptedAt: string | null;
  /** Time at which a mail server accepted the mail to the current address of the invitation. */
  readonly sentAt: string | null;
  /** Time at which the current link was first used. */
  readonly openedAt: string | null;
  /** Time of the last manual reminder, and of the last reminder of any kind. */
  readonly manualReminderAt: string | null;
  readonly lastReminderAt: string | null;
  /** `visitor|day` of each recorded use of the current link. */
  readonly openings: readonly string[];
  readonly automaticReminders: readonly AutomaticReminder[];
}

/** A link with which Party 1 continues in another browser. */
export interface ContinueLinkState {
  readonly number: number;
  readonly linkId: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
  /**
   * `used`: a browser got access through the link. `void`: the link was voided when the access of other
   * browsers was ended, or when the address to which the link was sent was corrected. A link stays `open`
   * when its time runs out, so an open link may have expired.
   */
  readonly standing: 'open' | 'used' | 'void';
}

/** An invitation that a mail server accepted, or may have accepted. A cancellation does not remove the entry. */
export interface AcceptedInvitationState {
  readonly invitation: number;
  /** Number of the address to which the invitation went. */
  readonly address: number;
  readonly at: string;
  readonly fate: InvitationFate;
}

/** The recorded failures of one kind of mail to one party: how many there are, and the last one. */
export interface MailFailuresState {
  readonly kind: MailKind;
  readonly party: Party;
  readonly count: number;
  readonly about: string;
  readonly code: string;
  /** The `about` of each mail whose refusal is recorded. */
  readonly refused: readonly string[];
}

/** The mail with the document to one party. */
export interface RecipientState {
  /**
   * `failed`: the service tries again, or waits until somebody asks for an attempt. The API calls this
   * `retrying`.
   */
  readonly status: Exclude<RecipientStatus, 'sending' | 'retrying'> | 'failed';
  readonly at: string | null;
  /** Code of the last failure or bounce. */
  readonly code: string | null;
  /** Id of the message that a mail server accepted. */
  readonly messageId: string | null;
  /** Time of the next attempt after a recorded failure; null if none is planned. */
  readonly nextTryAt: string | null;
}

export interface DeliveryState {
  readonly documentHash: string | null;
  readonly sealedAtRevision: number | null;
  readonly recipients: { readonly [P in Party]: RecipientState };
  /** Code of the failure that is not resolved yet. */
  readonly error: string | null;
  readonly failures: number;
  /** Code of the last failure to make the document, and of the last failure of the mail to each party. */
  readonly failed: { readonly [about in 'document' | Party]?: string };
  readonly sentAt: string | null;
  readonly timestampedAt: string | null;
}

/** The last act of a person: its event without the personal part, and the id of its command. */
export type LastAct = NdaEvent & { readonly commandId: string };

/**
 * The state of an NDA, folded from its events. Rules depend on the open parts of events only, so they also
 * hold after an erasure.
 */
export interface NdaState {
  readonly id: string;
  readonly status: NdaStatus | 'none';
  readonly createdAt: string;
  readonly terms: NdaTermsOpen | undefined;
  /** The sealed terms (names, addresses and texts), with corrections applied; undefined after an erasure. */
  readonly personal: NdaPersonal | undefined;
  /** Every address of Party 2 so far, oldest first; empty after an erasure. */
  readonly party2Emails: readonly string[];
  /** How many addresses Party 2 has had; 1 at creation. */
  readonly addresses: number;
  /** How many addresses Party 1 has had; 1 at creation. */
  readonly party1Addresses: number;
  readonly templateVersion: string;
  readonly agreementCommitment: string;
  /** Undefined after an erasure. */
  readonly agreementHash: string | undefined;
  readonly issueDate: string;
  readonly creatorKeyHashes: readonly string[];
  /** Sorted by `number`, which starts at 1. */
  readonly continueLinks: readonly ContinueLinkState[];
  readonly replaces: string | null;
  readonly chain: string;
  readonly discarded: boolean;
  readonly replacedBy: string | null;
  readonly mode: SignatureMode | null;
  readonly party1PaysForBoth: boolean;
  /** Number of changes of mode or payer. */
  readonly changesOfSigning: number;
  readonly party1: SignatureState | undefined;
  readonly party2:
    | (SignatureState & { readonly channel: SignatureMode; readonly tokenHash: string | null })
    | undefined;
  readonly completedAt: string | null;
  /**
   * Revision at which the NDA was first both complete and fully paid. The document is rendered as of this
   * revision (rule:document-as-of-due-revision).
   */
  readonly dueAtRevision: number | null;
  readonly payments: { readonly [P in Party]: PartyPayment };
  /**
   * Payment intents whose money was counted, was found to be mismatched, or is due back. A second report
   * about such an intent appends nothing.
   */
  readonly settledIntents: readonly string[];
  readonly moneyBack: MoneyBack;
  /** Time at which everything owed was paid; null again if more is owed later. */
  readonly paidAt: string | null;
  /** The newest invitation. */
  readonly invitation: InvitationState | undefined;
  readonly invitations: number;
  /** Every link of an invitation so far, oldest first; empty after an erasure. */
  readonly issuedLinks: readonly IssuedLinkState[];
  /**
   * Links that were cancelled, or that were replaced because the address was corrected. `closed` determines
   * which error a visitor of the link gets.
   */
  readonly closedLinks: readonly ClosedLinkState[];
  /** Message ids of the invitation mails that the provider accepted, or may have accepted. */
  readonly sentInvitations: readonly string[];
  readonly acceptedInvitations: readonly AcceptedInvitationState[];
  /** The last mail to the current address of Party 2, and its time. */
  readonly lastMail: { readonly kind: MailKind; readonly at: string } | undefined;
  readonly manualReminders: number;
  /** Numbers of the addresses that have declined reminders. */
  readonly declinedAddresses: readonly number[];
  /**
   * One entry for each notice that the mail provider accepted: `<notice>:<about>`. `about` is the id of the
   * event because of which the notice was sent.
   */
  readonly notices: readonly string[];
  readonly delivery: DeliveryState;
  readonly mail: MailFates;
  readonly owedMails: OwedMails;
  readonly mailFailures: readonly MailFailuresState[];
  /** One entry for each report from the mail provider: `<messageId>:delivered` or `<messageId>:bounced`. */
  readonly mailReports: readonly string[];
  /** At most one dispute per party. */
  readonly disputed: readonly { readonly party: Party; readonly at: string }[];
  readonly obligations: Obligations;
  readonly legalHoldSince: string | null;
  readonly erasedAt: string | null;
  readonly keyDestroyedAt: string | null;
  readonly lastAct: LastAct | undefined;
  /** Time of the last act of a party. */
  readonly lastPartyActAt: string;
  readonly revision: number;
  /** Time of the last event. */
  readonly lastAt: string;
}

const QUEUED: RecipientState = { status: 'queued', at: null, code: null, messageId: null, nextTryAt: null };

/** The state before the first event. */
export const initialNda: NdaState = {
  id: '',
  status: 'none',
  createdAt: '',
  terms: undefined,
  personal: undefined,
  party2Emails: [],
  addresses: 0,
  party1Addresses: 0,
  templateVersion: '',
  agreementCommitment: '',
  agreementHash: undefined,
  issueDate: '',
  creatorKeyHashes: [],
  continueLinks: [],
  replaces: null,
  chain: '',
  discarded: false,
  replacedBy: null,
  mode: null,
  party1PaysForBoth: false,
  changesOfSigning: 0,
  party1: undefined,
  party2: undefined,
  completedAt: null,
  dueAtRevision: null,
  payments: { 1: UNPAID, 2: UNPAID },
  settledIntents: [],
  moneyBack: NO_MONEY_BACK,
  paidAt: null,
  invitation: undefined,
  invitations: 0,
  issuedLinks: [],
  closedLinks: [],
  sentInvitations: [],
  acceptedInvitations: [],
  lastMail: undefined,
  manualReminders: 0,
  declinedAddresses: [],
  notices: [],
  delivery: {
    documentHash: null,
    sealedAtRevision: null,
    recipients: { 1: QUEUED, 2: QUEUED },
    error: null,
    failures: 0,
    failed: {},
    sentAt: null,
    timestampedAt: null,
  },
  mail: NO_MAILS,
  owedMails: OWES_NOTHING,
  mailFailures: [],
  mailReports: [],
  disputed: [],
  obligations: NO_OBLIGATIONS,
  legalHoldSince: null,
  erasedAt: null,
  keyDestroyedAt: null,
  lastAct: undefined,
  lastPartyActAt: '',
  revision: -1,
  lastAt: '',
};
