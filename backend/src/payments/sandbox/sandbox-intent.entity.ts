import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/**
 * The sandbox provider's own books. It is not a read model: it stands for what a real provider keeps on its
 * side.
 */
@Entity({ name: 'sandbox_payment_intents' })
@Unique('sandbox_payment_intents_idempotency_key', ['idempotencyKey'])
export class SandboxIntentEntity {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'sandbox_payment_intents_pkey' })
  id: string;
  @Column({ name: 'idempotency_key', type: 'text' }) idempotencyKey: string;
  @Column({ name: 'nda_id', type: 'uuid' }) ndaId: string;
  @Column({ name: 'party', type: 'smallint' }) party: number;
  @Column({ name: 'attempt', type: 'integer' }) attempt: number;
  /** Cents. */
  @Column({ name: 'amount', type: 'integer' }) amount: number;
  @Column({ name: 'currency', type: 'text' }) currency: string;
  @Column({ name: 'status', type: 'text' }) status: string;
  @Column({ name: 'code', type: 'text', nullable: true }) code: string | null;
  @Column({ name: 'tries', type: 'integer' }) tries: number;
  /** How each card was refused, in the order in which they were entered; null of one that was not. */
  @Column({ name: 'refusals', type: 'text', array: true, default: () => "'{}'" }) refusals: string[];
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
}
