import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * When each job worker last looked at the queue, so that the jobs of a dead one are freed at once. Times are
 * the database's.
 */
@Entity({ name: 'worker_heartbeats' })
export class WorkerHeartbeatEntity {
  /** As `worker` of the jobs that it has: the backend's own id. */
  @PrimaryColumn({ name: 'worker_id', type: 'uuid', primaryKeyConstraintName: 'worker_heartbeats_pkey' })
  workerId: string;

  @Column({ name: 'seen_at', type: 'timestamp with time zone' })
  seenAt: Date;
}
