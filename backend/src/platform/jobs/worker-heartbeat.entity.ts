import { entityOf, instant, uuid } from '../postgres/columns.js';

/**
 * When each job worker last looked at the queue, so that the jobs of a dead one are freed at once. Times are
 * the database's.
 */
export const WorkerHeartbeatEntity = entityOf('worker_heartbeats', ['workerId'], {
  /** As `worker` of the jobs that it has: the backend's own id. */
  workerId: uuid,
  seenAt: instant,
});
