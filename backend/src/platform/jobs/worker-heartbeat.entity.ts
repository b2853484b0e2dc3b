import { entityOf, instant, uuid } from '../postgres/columns.js';

/**
 * The time at which each job worker last polled the queue. It lets a dead worker's jobs be freed at once.
 * Times are by the database's clock.
 */
export const WorkerHeartbeatEntity = entityOf('worker_heartbeats', ['workerId'], {
  /** The backend's own id, as in the `worker` of its jobs. */
  workerId: uuid,
  seenAt: instant,
});
