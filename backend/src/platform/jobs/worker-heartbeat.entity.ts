import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A sign of life of each job worker, so that the jobs of a dead one are freed at once. Times are the
 * database's.
 */
@Entity({ name: 'worker_heartbeats' })
export class WorkerHeartbeatEntity {
  /** As in `locked_by` of the jobs it works on. */
  @PrimaryColumn({ name: 'worker_id', type: 'text', primaryKeyConstraintName: 'worker_heartbeats_pkey' })
  workerId: string;

  @Column({ name: 'backend', type: 'uuid' })
  backend: string;

  @Column({ name: 'seen_at', type: 'timestamp with time zone' })
  seenAt: Date;
}
