import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row that readiness writes, to find out whether the database takes writes. Nobody reads it. */
@Entity({ name: 'write_probe' })
export class WriteProbeEntity {
  @PrimaryColumn({ type: 'boolean', primaryKeyConstraintName: 'write_probe_pkey' })
  single: boolean;

  @Column({ name: 'written_at', type: 'timestamp with time zone' })
  writtenAt: Date;
}
