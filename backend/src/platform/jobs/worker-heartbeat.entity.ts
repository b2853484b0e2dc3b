import { entityOf, instant, uuid } from '../postgres/columns.js';

/**
 * The last heartbeat of each job worker. A worker sends heartbeats when it polls the queue. The janitor uses
 * them to recognise a dead worker, and frees that worker's jobs. Times are by the database's clock.
 */
export const WorkerHeartbeatEntity = entityOf('worker_heartbeats', ['workerId'], {
  /** The id of the worker's backend. The jobs that the worker has taken contain this id in `worker`. */
  workerId: uuid,
  seenAt: instant,
});
