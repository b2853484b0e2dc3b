import type {
  Duration,
  GeographicScope,
  InvitationStatus,
  Language,
  NdaStatus,
  Party,
  PaymentStatus,
  PenaltyClause,
  RecipientStatus,
  SignatureMode,
} from '@siegel/contracts/enums';
import type { OpenTerm } from '@siegel/contracts/nda/term-fields';
import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonb,
  orNull,
  type RowOf,
  startingAs,
  text,
  uuid,
} from '../eventsourcing/projections/columns.js';
import { type MailStanding, NO_MAILS } from '../nda/mail-standing.js';
import { type MoneyBack, NO_MONEY_BACK } from '../nda/money-back.js';
import { type OwedMails, OWES_NOTHING } from '../nda/owed-mails.js';
import type { SealedPart } from '../eventsourcing/projections/sealed-part.js';

export interface RecipientRow {
  readonly party: Party;
  /** `failed` is shown as retrying. */
  readonly status: Exclude<RecipientStatus, 'sending' | 'retrying'> | 'failed';
  readonly at: string | null;
  readonly code: string | null;
  readonly messageId: string | null;
  /** Only where it failed and is tried again. */
  readonly nextTryAt?: string | null | undefined;
}

const queued = (party: Party): RecipientRow => ({
  party,
  status: 'queued',
  at: null,
  code: null,
  messageId: null,
});

/**
 * Table `ndas` (rule:table-names): a projection, rebuilt from events at will. Nothing personal stands in it
 * but sealed. Amounts are cents.
 */
export const NDA_COLUMNS = {
  id: uuid,
  revision: integer,
  status: startingAs('draft', text<NdaStatus>()),
  discarded: startingAs(false, boolean),
  language: text<Language>(),
  duration: text<Duration>(),
  geographicScope: text<GeographicScope>(),
  penaltyClause: text<PenaltyClause>(),
  returnOfMaterials: boolean,
  templateVersion: text(),
  /** The hash itself is sealed (rule:agreement-commitment). */
  agreementCommitment: text(),
  issueDate: text(),
  chain: uuid,
  /** The draft whose place it took. */
  replaces: orNull(uuid),
  creatorKeyHashes: jsonb<readonly string[]>(),
  signatureMode: orNull(text<SignatureMode>()),
  party1PaysForBoth: startingAs(false, boolean),
  party1SignedAt: orNull(instant),
  party2SignedAt: orNull(instant),
  completedAt: orNull(instant),
  /** Of the order of each party (rule:order-number); what an NDA is found by. */
  party1OrderNumber: text(),
  party2OrderNumber: text(),
  /** Attempt of the payment under way, if any. */
  party1OpenAttempt: orNull(integer),
  /** Of that attempt. The next column may name a payment for an earlier one. */
  party1OpenIntentId: orNull(text()),
  party1PaymentIntentId: orNull(text()),
  party1PaymentStatus: startingAs('none', text<PaymentStatus>()),
  party1PaymentAmount: orNull(integer),
  party1Covered: startingAs(0, integer),
  party1PaidAt: orNull(instant),
  party2OpenAttempt: orNull(integer),
  party2OpenIntentId: orNull(text()),
  party2PaymentIntentId: orNull(text()),
  party2PaymentStatus: startingAs('none', text<PaymentStatus>()),
  party2PaymentAmount: orNull(integer),
  party2Covered: startingAs(0, integer),
  party2PaidAt: orNull(instant),
  paymentStatus: startingAs('none', text<PaymentStatus>()),
  paidAt: orNull(instant),
  /** What goes back, and what is due back. */
  moneyBack: startingAs(NO_MONEY_BACK, jsonb<MoneyBack>()),
  voucherUsedAt: orNull(instant),
  invitationStatus: startingAs('none', text<InvitationStatus>()),
  tokenHash: orNull(text()),
  tokenExpiresAt: orNull(instant),
  linkSentAt: orNull(instant),
  invitations: startingAs(0, integer),
  /** When its present link was first used. */
  invitationOpenedAt: orNull(instant),
  lastReminderAt: orNull(instant),
  /** How many addresses Party 2 has had. */
  addresses: startingAs(1, integer),
  /** By Party 2, for its present address. */
  remindersDeclined: startingAs(false, boolean),
  disputes: startingAs([], jsonb<readonly { readonly party: Party; readonly at: string }[]>()),
  /** What became of its mails. */
  mail: startingAs(NO_MAILS, jsonb<MailStanding>()),
  /** Those that its events still owe, and until when any of them is tried by itself. */
  owedMails: startingAs(OWES_NOTHING, jsonb<OwedMails>()),
  mailOwedUntil: orNull(instant),
  manualReminders: startingAs(0, integer),
  automaticReminders: startingAs([], jsonb<readonly string[]>()),
  deliveryStage: startingAs('none', text<'none' | 'making' | 'sending' | 'sent'>()),
  deliveryError: orNull(text()),
  documentHash: orNull(text()),
  recipients: startingAs([queued(1), queued(2)], jsonb<readonly RecipientRow[]>()),
  /** Something of the delivery is still tried by itself. */
  deliveryOwed: startingAs(false, boolean),
  /** When one of the parties last did something. */
  lastPartyActAt: instant,
  legalHoldSince: orNull(instant),
  sealed: startingAs({}, jsonb<Readonly<Record<string, SealedPart>>>()),
  createdAt: instant,
} as const satisfies Columns & Readonly<Record<OpenTerm, unknown>>;

export interface NdaRow extends RowOf<typeof NDA_COLUMNS> {}
