import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Party } from '@siegel/contracts/enums';
import type { VoucherRow } from './voucher-row.js';

/** Table `vouchers`: a projection, rebuilt from events at will. Read through plain SQL; this class declares the schema. */
@Entity({ name: 'vouchers' })
@Index('vouchers_created_at', ['createdAt', 'id'])
export class VoucherEntity {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'vouchers_pkey' })
  id: string;

  @Column({ name: 'revision', type: 'integer' })
  revision: number;

  @Column({ name: 'category', type: 'text' })
  category: string;

  @Column({ name: 'is_used', type: 'boolean' })
  isUsed: boolean;

  @Column({ name: 'used_at', type: 'timestamp with time zone', nullable: true })
  usedAt: Date | null;

  @Column({ name: 'used_by_nda_id', type: 'uuid', nullable: true })
  usedByNdaId: string | null;

  @Column({ name: 'used_by_party', type: 'smallint', nullable: true })
  usedByParty: Party | null;

  @Column({ name: 'expires_at', type: 'timestamp with time zone' })
  expiresAt: Date;

  @Column({ name: 'created_at', type: 'timestamp with time zone' })
  createdAt: Date;

  @Column({ name: 'deleted_at', type: 'timestamp with time zone', nullable: true })
  deletedAt: Date | null;

  @Column({ name: 'sealed', type: 'jsonb' })
  sealed: VoucherRow['sealed'];
}
