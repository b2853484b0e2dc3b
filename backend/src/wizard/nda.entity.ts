import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { RecipientRow, SealedPart } from './nda-row.js';

/** Table `ndas` (spec section 3): a projection, rebuilt from events at will. Read through plain SQL; this class declares the schema. */
@Entity({ name: 'ndas' })
@Index('ndas_status_created_at', ['status', 'createdAt'])
@Index('ndas_owed', ['paymentStatus', 'status'])
@Index('ndas_chain', ['chain'])
export class NdaEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'ndas_pkey' }) id: string;
  @Column({ name: 'revision', type: 'integer' }) revision: number;
  @Column({ name: 'status', type: 'text' }) status: string;
  @Column({ name: 'discarded', type: 'boolean' }) discarded: boolean;
  @Column({ name: 'language', type: 'text' }) language: string;
  @Column({ name: 'duration', type: 'text' }) duration: string;
  @Column({ name: 'geographic_scope', type: 'text' }) geographicScope: string;
  @Column({ name: 'penalty_clause', type: 'text' }) penaltyClause: string;
  @Column({ name: 'return_of_materials', type: 'boolean' }) returnOfMaterials: boolean;
  @Column({ name: 'template_version', type: 'text' }) templateVersion: string;
  @Column({ name: 'agreement_hash', type: 'text' }) agreementHash: string;
  @Column({ name: 'issue_date', type: 'text' }) issueDate: string;
  @Column({ name: 'chain', type: 'uuid' }) chain: string;
  @Column({ name: 'replaces', type: 'uuid', nullable: true }) replaces: string | null;
  @Column({ name: 'creator_key_hashes', type: 'jsonb' }) creatorKeyHashes: string[];
  @Column({ name: 'signature_mode', type: 'text', nullable: true }) signatureMode: string | null;
  @Column({ name: 'party1_pays_for_both', type: 'boolean' }) party1PaysForBoth: boolean;
  @Column({ name: 'party1_signed_at', type: 'timestamptz', nullable: true }) party1SignedAt: Date | null;
  @Column({ name: 'party2_signed_at', type: 'timestamptz', nullable: true }) party2SignedAt: Date | null;
  @Column({ name: 'completed_at', type: 'timestamptz', nullable: true }) completedAt: Date | null;
  @Column({ name: 'party1_open_attempt', type: 'integer', nullable: true }) party1OpenAttempt: number | null;
  @Column({ name: 'party1_payment_intent_id', type: 'text', nullable: true }) party1PaymentIntentId: string | null;
  @Column({ name: 'party1_payment_status', type: 'text' }) party1PaymentStatus: string;
  @Column({ name: 'party1_payment_amount', type: 'integer', nullable: true }) party1PaymentAmount: number | null;
  @Column({ name: 'party1_covered', type: 'integer' }) party1Covered: number;
  @Column({ name: 'party1_paid_at', type: 'timestamptz', nullable: true }) party1PaidAt: Date | null;
  @Column({ name: 'party2_open_attempt', type: 'integer', nullable: true }) party2OpenAttempt: number | null;
  @Column({ name: 'party2_payment_intent_id', type: 'text', nullable: true }) party2PaymentIntentId: string | null;
  @Column({ name: 'party2_payment_status', type: 'text' }) party2PaymentStatus: string;
  @Column({ name: 'party2_payment_amount', type: 'integer', nullable: true }) party2PaymentAmount: number | null;
  @Column({ name: 'party2_covered', type: 'integer' }) party2Covered: number;
  @Column({ name: 'party2_paid_at', type: 'timestamptz', nullable: true }) party2PaidAt: Date | null;
  @Column({ name: 'payment_status', type: 'text' }) paymentStatus: string;
  @Column({ name: 'paid_at', type: 'timestamptz', nullable: true }) paidAt: Date | null;
  @Column({ name: 'voucher_used_at', type: 'timestamptz', nullable: true }) voucherUsedAt: Date | null;
  @Column({ name: 'invitation_status', type: 'text' }) invitationStatus: string;
  @Column({ name: 'token_hash', type: 'text', nullable: true }) tokenHash: string | null;
  @Column({ name: 'token_expires_at', type: 'timestamptz', nullable: true }) tokenExpiresAt: Date | null;
  @Column({ name: 'link_sent_at', type: 'timestamptz', nullable: true }) linkSentAt: Date | null;
  @Column({ name: 'manual_reminders', type: 'integer' }) manualReminders: number;
  @Column({ name: 'automatic_reminders', type: 'jsonb' }) automaticReminders: string[];
  @Column({ name: 'delivery_stage', type: 'text' }) deliveryStage: string;
  @Column({ name: 'delivery_error', type: 'text', nullable: true }) deliveryError: string | null;
  @Column({ name: 'document_hash', type: 'text', nullable: true }) documentHash: string | null;
  @Column({ name: 'recipients', type: 'jsonb' }) recipients: RecipientRow[];
  @Column({ name: 'sealed', type: 'jsonb' }) sealed: Record<string, SealedPart>;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
}
