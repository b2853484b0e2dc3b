import type { Pool } from 'pg';
import { describeError } from '../logging/describe-error.js';
import type { Logger } from '../logging/logger.js';

const EVERY_MS = 1000;

/** Says once a second that a worker lives. */
export class Heartbeat {
  private timer: NodeJS.Timeout | undefined;
  private worker: string | undefined;
  private beating: Promise<void> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly backend: string,
    private readonly logger: Logger,
  ) {}

  start(worker: string): void {
    clearInterval(this.timer);
    this.worker = worker;
    this.beat(worker);
    this.timer = setInterval(() => this.beat(worker), EVERY_MS);
  }

  /** What the worker still holds is freed without waiting for its silence. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
    if (this.worker === undefined) return;
    await this.pool
      .query('DELETE FROM worker_heartbeats WHERE worker_id = $1', [this.worker])
      .catch(() => undefined);
  }

  private beat(worker: string): void {
    this.beating ??= this.pool
      .query(
        `WITH beat AS (
           INSERT INTO worker_heartbeats (worker_id, backend, seen_at) VALUES ($1, $2, clock_timestamp())
           ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at)
         SELECT set_config('synchronous_commit', 'off', true)`,
        [worker, this.backend],
      )
      .then(
        () => undefined,
        (error: unknown) => this.logger.debug(describeError(error), 'a heartbeat was lost'),
      )
      .finally(() => {
        this.beating = undefined;
      });
  }
}
