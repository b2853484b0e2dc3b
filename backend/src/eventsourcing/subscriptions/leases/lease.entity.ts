import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who leads what. Times are the database's. */
@Entity({ name: 'leases' })
export class LeaseEntity {
  @PrimaryColumn({ name: 'name', type: 'text', primaryKeyConstraintName: 'leases_pkey' })
  name: string;

  @Column({ name: 'holder', type: 'uuid' })
  holder: string;

  /** Raised by one with every new holder. */
  @Column({ name: 'epoch', type: 'bigint' })
  epoch: string;

  @Column({ name: 'expires_at', type: 'timestamp with time zone' })
  expiresAt: Date;
}
