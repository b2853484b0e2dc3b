import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stream of the log that was found to have neither a key here nor the tombstone of one. */
@Entity({ name: 'missing_keys' })
export class MissingKeyEntity {
  @PrimaryColumn({ name: 'subject', type: 'text', primaryKeyConstraintName: 'missing_keys_pkey' })
  subject: string;

  @Column({ name: 'found_at', type: 'timestamp with time zone', default: () => 'now()' })
  foundAt: Date;
}
