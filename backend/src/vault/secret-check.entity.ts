import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Recognises the secrets that this database was written with. A retired one was rotated out and is no longer
 * accepted as the current one.
 */
@Entity({ name: 'secret_checks' })
export class SecretCheckEntity {
  @PrimaryColumn({ name: 'name', type: 'text', primaryKeyConstraintName: 'secret_checks_pkey' })
  name: string;

  @PrimaryColumn({ name: 'check_value', type: 'text', primaryKeyConstraintName: 'secret_checks_pkey' })
  checkValue: string;

  @Column({ name: 'created_at', type: 'timestamp with time zone', default: () => 'now()' })
  createdAt: Date;

  @Column({ name: 'retired_at', type: 'timestamp with time zone', nullable: true })
  retiredAt: Date | null;
}
