import { Client, type Pool } from 'pg';
import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';
import type { KeyCache } from './key-cache.js';
import { DESTROYED_CHANNEL } from './key-table.js';

/** Between two looks for destructions whose announcement was missed; well below the cache's lease. */
const SWEEP_MS = 1500;
const RECONNECT_MS = [50, 250, 1000, 2000] as const;
/** How far the clocks of backends may differ, and how long a destruction may take to commit. */
const OVERLAP_MS = 10 * 60_000;

export interface DestructionListener {
  /** Resolves when the first connection listens, or has failed: the vault works without it, only slower. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Hears, on a connection of its own, which keys other backends destroy and empties the cache of them; looks for missed ones besides.
 * While it has no connection the cache is closed.
 */
export function createDestructionListener(parts: { pool: Pool; cache: KeyCache; clock: Clock; logger: Logger }): DestructionListener {
  return new Listener(parts.pool, parts.cache, parts.clock, parts.logger);
}

class Listener implements DestructionListener {
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private stopped = true;
  private sweptAt: number | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly cache: KeyCache,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    if (!this.stopped) return;
    this.stopped = false;
    await this.connect();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    const { client } = this;
    this.client = undefined;
    this.cache.close();
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    // Not spread: the pool hides the password from enumeration.
    const client = new Client(this.pool.options);
    client.on('notification', ({ channel, payload }) => {
      if (channel === DESTROYED_CHANNEL && payload !== undefined) this.cache.forget(payload);
    });
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${DESTROYED_CHANNEL}`);
      await this.sweep(client);
      if (this.client !== client) return;
      this.cache.open();
      this.failures = 0;
      this.schedule(() => this.tick(client), SWEEP_MS);
    } catch {
      this.lost(client);
    }
  }

  private async tick(client: Client): Promise<void> {
    try {
      await this.sweep(client);
      if (this.client === client) this.schedule(() => this.tick(client), SWEEP_MS);
    } catch {
      this.lost(client);
    }
  }

  /** One query for the whole cache: what was destroyed since the last look leaves it, what is left is right as of now. */
  private async sweep(client: Client): Promise<void> {
    const begun = this.clock.now().getTime();
    const since = new Date((this.sweptAt ?? begun) - OVERLAP_MS);
    const { rows } = await client.query<{ subject: string }>('SELECT subject FROM vault_keys WHERE destroyed_at >= $1', [since]);
    if (this.client !== client) return;
    for (const { subject } of rows) if (this.cache.look(subject) !== 'destroyed') this.cache.forget(subject);
    this.cache.confirm(begun);
    this.sweptAt = begun;
  }

  private lost(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.cache.close();
    client.end().catch(() => undefined);
    if (this.stopped) return;
    const wait = RECONNECT_MS[Math.min(this.failures, RECONNECT_MS.length - 1)] ?? 0;
    this.failures += 1;
    this.logger.warn({ failures: this.failures }, 'the vault does not hear of destroyed keys; it caches none until it does');
    this.schedule(() => this.connect(), wait);
  }

  private schedule(work: () => Promise<void>, ms: number): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    this.timer = setTimeout(() => void work(), ms);
    this.timer.unref();
  }
}
