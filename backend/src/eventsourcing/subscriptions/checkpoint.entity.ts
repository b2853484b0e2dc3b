import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a projection or reaction has come in the log. */
@Entity({ name: 'checkpoints' })
export class CheckpointEntity {
  @PrimaryColumn({ name: 'name', type: 'text', primaryKeyConstraintName: 'checkpoints_pkey' })
  name: string;

  /** Of the fold that made the rows. */
  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column({ name: 'store_id', type: 'text' })
  storeId: string;

  /** Null: nothing seen yet. */
  @Column({ name: 'position', type: 'text', nullable: true })
  position: string | null;

  /** Of the lease under which it may move. */
  @Column({ name: 'epoch', type: 'bigint' })
  epoch: string;

  @Column({ name: 'updated_at', type: 'timestamp with time zone' })
  updatedAt: Date;
}
