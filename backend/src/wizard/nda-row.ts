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

/** ISO 8601: as the fold writes it, or as PostgreSQL does, with an offset in place of the Z. */
export type Time = string;

/** A sealed part of an event, kept in the row as it stands in the log; opened when the row is read. `bytes` is base64. */
export interface SealedPart {
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly keyId: string;
  readonly bytes: string;
}

export interface RecipientRow {
  readonly party: Party;
  readonly status: RecipientStatus;
  readonly at: string | null;
  readonly code: string | null;
  readonly messageId: string | null;
}

/** One row of `ndas`. Nothing personal stands in it but sealed. Amounts are cents. */
export interface NdaRow {
  readonly id: string;
  readonly revision: number;
  readonly status: NdaStatus;
  readonly discarded: boolean;
  readonly language: Language;
  readonly duration: Duration;
  readonly geographicScope: GeographicScope;
  readonly penaltyClause: PenaltyClause;
  readonly returnOfMaterials: boolean;
  readonly templateVersion: string;
  readonly agreementHash: string;
  readonly issueDate: string;
  readonly chain: string;
  /** The draft whose place it took. */
  readonly replaces: string | null;
  readonly creatorKeyHashes: readonly string[];
  readonly signatureMode: SignatureMode | null;
  readonly party1PaysForBoth: boolean;
  readonly party1SignedAt: Time | null;
  readonly party2SignedAt: Time | null;
  readonly completedAt: Time | null;
  /** Attempt of the payment under way, if any. */
  readonly party1OpenAttempt: number | null;
  readonly party1PaymentIntentId: string | null;
  readonly party1PaymentStatus: PaymentStatus;
  readonly party1PaymentAmount: number | null;
  readonly party1Covered: number;
  readonly party1PaidAt: Time | null;
  readonly party2OpenAttempt: number | null;
  readonly party2PaymentIntentId: string | null;
  readonly party2PaymentStatus: PaymentStatus;
  readonly party2PaymentAmount: number | null;
  readonly party2Covered: number;
  readonly party2PaidAt: Time | null;
  readonly paymentStatus: PaymentStatus;
  readonly paidAt: Time | null;
  readonly voucherUsedAt: Time | null;
  readonly invitationStatus: InvitationStatus;
  readonly tokenHash: string | null;
  readonly tokenExpiresAt: Time | null;
  readonly linkSentAt: Time | null;
  readonly manualReminders: number;
  readonly automaticReminders: readonly string[];
  readonly deliveryStage: 'none' | 'making' | 'sending' | 'sent';
  readonly deliveryError: string | null;
  readonly documentHash: string | null;
  readonly recipients: readonly RecipientRow[];
  readonly sealed: Readonly<Record<string, SealedPart>>;
  readonly createdAt: Time;
}

export const NDA_COLUMNS = [
  'id',
  'revision',
  'status',
  'discarded',
  'language',
  'duration',
  'geographicScope',
  'penaltyClause',
  'returnOfMaterials',
  'templateVersion',
  'agreementHash',
  'issueDate',
  'chain',
  'replaces',
  'creatorKeyHashes',
  'signatureMode',
  'party1PaysForBoth',
  'party1SignedAt',
  'party2SignedAt',
  'completedAt',
  'party1OpenAttempt',
  'party1PaymentIntentId',
  'party1PaymentStatus',
  'party1PaymentAmount',
  'party1Covered',
  'party1PaidAt',
  'party2OpenAttempt',
  'party2PaymentIntentId',
  'party2PaymentStatus',
  'party2PaymentAmount',
  'party2Covered',
  'party2PaidAt',
  'paymentStatus',
  'paidAt',
  'voucherUsedAt',
  'invitationStatus',
  'tokenHash',
  'tokenExpiresAt',
  'linkSentAt',
  'manualReminders',
  'automaticReminders',
  'deliveryStage',
  'deliveryError',
  'documentHash',
  'recipients',
  'sealed',
  'createdAt',
] as const satisfies readonly (keyof NdaRow)[];
