import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often a client called within one window. */
@Entity({ name: 'rate_limits' })
export class RateLimitEntity {
  /** Keyed hash of limit and address. */
  @PrimaryColumn({ name: 'bucket', type: 'text', primaryKeyConstraintName: 'rate_limits_pkey' })
  bucket: string;

  @PrimaryColumn({
    name: 'window_start',
    type: 'timestamp with time zone',
    primaryKeyConstraintName: 'rate_limits_pkey',
  })
  windowStart: Date;

  @Column({ name: 'count', type: 'integer' })
  count: number;
}
