import { entityOf, instant, uuid } from '../postgres/columns.js';

/**
 * Time of each job worker's last poll of the queue, so that the jobs of a dead worker are freed at once.
 * Times are the database's.
 */
export const WorkerHeartbeatEntity = entityOf('worker_heartbeats', ['workerId'], {
  /** The backend's own id, as in the `worker` of its jobs. */
  workerId: uuid,
  seenAt: instant,
});
