import { Client, type Notification, type Pool } from 'pg';
import { describeError } from '../leases/describe-error.js';
import type { Logger } from '../logger.js';
import type { Changes } from './projection-writer.js';

/** Told what a projection has just committed; without `changes` when another backend did. */
export type MovedHandler = (changes: Changes | undefined) => void;

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
 * Carries 'this projection has moved' to waiters: at once within the process, and by NOTIFY to other backends, after the commit, with all
 * that moved meanwhile in one. A lost notification is made up for by the waiters' own polling.
 */
export class ProjectionSignals {
  private readonly handlers = new Map<string, Set<MovedHandler>>();
  private readonly unsaid = new Set<string>();
  private saying = false;
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private readonly sender = Math.random().toString(36).slice(2);

  constructor(private readonly options: SignalsOptions) {}

  /** Begins to listen. Resolves when connected or after the first failure; reconnects for ever. */
  async start(): Promise<void> {
    if (this.running) return;
    this.running = true;
    await this.connect();
  }

  async stop(): Promise<void> {
    this.running = false;
    clearTimeout(this.timer);
    const client = this.client;
    this.client = undefined;
    if (client !== undefined) await quietly(client.end());
  }

  on(projection: string, handler: MovedHandler): () => void {
    const handlers = this.handlers.get(projection) ?? new Set();
    this.handlers.set(projection, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  /** To be called after a commit. */
  moved(projection: string, changes: Changes): void {
    this.tell(projection, changes);
    this.unsaid.add(projection);
    if (!this.saying) void this.say();
  }

  private tell(projection: string, changes: Changes | undefined): void {
    for (const handler of this.handlers.get(projection) ?? []) handler(changes);
  }

  private async say(): Promise<void> {
    this.saying = true;
    try {
      while (this.unsaid.size > 0) {
        const payload = [this.sender, ...this.unsaid].join(' ');
        this.unsaid.clear();
        await this.options.pool.query(`SELECT pg_notify('${CHANNEL}', $1), set_config('synchronous_commit', 'off', true)`, [payload]);
      }
    } catch (error) {
      this.options.logger.debug(describeError(error), 'a notification was lost');
    } finally {
      this.saying = false;
    }
  }

  private async connect(): Promise<void> {
    const client = new Client({ connectionString: this.options.url, keepAlive: true, application_name: 'siegel-signals' });
    const lost = (error?: unknown): void => this.lost(client, error);
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', (message) => this.heard(message));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      if (this.running) this.client = client;
      else await client.end();
    } catch (error) {
      lost(error);
    }
  }

  private lost(client: Client, error: unknown): void {
    client.removeAllListeners();
    // A late error of a connection already given up must not end the process.
    client.on('error', () => undefined);
    void quietly(client.end());
    if (this.client === client) this.client = undefined;
    if (!this.running) return;
    if (error !== undefined) this.options.logger.debug(describeError(error), 'listening for projections was interrupted');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), this.options.reconnectMs ?? 500);
  }

  private heard(message: Notification): void {
    const [sender, ...projections] = (message.payload ?? '').split(' ');
    if (sender === this.sender) return;
    for (const projection of projections) this.tell(projection, undefined);
  }
}

async function quietly(ending: Promise<void>): Promise<void> {
  try {
    await ending;
  } catch {
    // It is given up either way.
  }
}
