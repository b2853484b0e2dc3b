import { entityOf, instant, uuid } from '../postgres/columns.js';

/**
 * The time at which each job worker last polled the queue. The janitor uses it to recognise a dead worker and
 * to free the worker's jobs. Times are by the database's clock.
 */
export const WorkerHeartbeatEntity = entityOf('worker_heartbeats', ['workerId'], {
  /** The backend's own id, as in the `worker` of its jobs. */
  workerId: uuid,
  seenAt: instant,
});
