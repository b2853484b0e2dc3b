import type { Pool } from 'pg';
import { describeError } from '../../platform/logging/describe-error.js';
import type { Logger } from '../../platform/logging/logger.js';
import { Listener } from '../../platform/postgres/listener.js';
import type { Changes } from './projection-writer.js';

/** Told what a projection has just committed; without `changes` when another backend did. */
export type CommitHandler = (changes: Changes | undefined) => void;

export interface SignalsOptions {
  readonly pool: Pool;
  /** For the one connection that listens. */
  readonly url: string;
  readonly logger: Logger;
  /** Milliseconds before a lost connection is made again, 500 by default. */
  readonly reconnectMs?: number;
}

const CHANNEL = 'projection_moved';

/**
 * Tells waiters that a projection has moved: at once within the process, and by NOTIFY to other backends
 * after the commit; whatever moves meanwhile shares the next notification. Waiters poll as well, so a lost
 * notification does no harm.
 */
export class ProjectionSignals {
  private readonly handlers = new Map<string, Set<CommitHandler>>();
  private readonly pending = new Set<string>();
  private flushing = false;
  private readonly listener: Listener;
  private readonly sender = Math.random().toString(36).slice(2);

  constructor(private readonly options: SignalsOptions) {
    this.listener = new Listener({
      connection: {
        connectionString: options.url,
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
        application_name: 'siegel-signals',
      },
      channel: CHANNEL,
      onNotification: (payload) => this.onMessage(payload),
      onLost: (error) => {
        if (error !== undefined)
          options.logger.debug(describeError(error), 'listening for projections was interrupted');
      },
      reconnectMs: [options.reconnectMs ?? 500],
    });
  }

  /** Begins to listen. Resolves when connected or after the first failure; reconnects for ever. */
  start(): Promise<void> {
    return this.listener.start();
  }

  stop(): Promise<void> {
    return this.listener.stop();
  }

  on(projection: string, handler: CommitHandler): () => void {
    const handlers = this.handlers.get(projection) ?? new Set();
    this.handlers.set(projection, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  /** To be called after a commit. */
  notifyCommitted(projection: string, changes: Changes): void {
    this.tell(projection, changes);
    this.pending.add(projection);
    if (!this.flushing) void this.flush();
  }

  private tell(projection: string, changes: Changes | undefined): void {
    for (const handler of this.handlers.get(projection) ?? []) handler(changes);
  }

  private async flush(): Promise<void> {
    this.flushing = true;
    try {
      while (this.pending.size > 0) {
        const payload = [this.sender, ...this.pending].join(' ');
        this.pending.clear();
        await this.options.pool.query(
          `SELECT pg_notify('${CHANNEL}', $1), set_config('synchronous_commit', 'off', true)`,
          [payload],
        );
      }
    } catch (error) {
      this.options.logger.debug(describeError(error), 'a notification was lost');
    } finally {
      this.flushing = false;
    }
  }

  private onMessage(payload: string): void {
    const [sender, ...projections] = payload.split(' ');
    if (sender === this.sender) return;
    for (const projection of projections) this.tell(projection, undefined);
  }
}
