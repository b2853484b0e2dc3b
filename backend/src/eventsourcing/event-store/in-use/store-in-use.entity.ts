import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which event store the backends of this database write to. One row. */
@Entity({ name: 'store_in_use' })
export class StoreInUseEntity {
  @PrimaryColumn({
    name: 'single',
    type: 'boolean',
    default: true,
    primaryKeyConstraintName: 'store_in_use_pkey',
  })
  single: boolean;

  @Column({ name: 'store_id', type: 'text' })
  storeId: string;

  /** Raised whenever whoever wrote before may write no more. */
  @Column({ name: 'epoch', type: 'bigint' })
  epoch: string;

  /** Its log is being copied to another store, or that was broken off: nobody writes. */
  @Column({ name: 'moving', type: 'boolean', default: false })
  moving: boolean;
}
