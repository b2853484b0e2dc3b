import type { Client, Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import { Listener } from '../platform/postgres/listener.js';
import type { KeyCache } from './key-cache.js';
import { DESTROYED_CHANNEL, destroyedSince } from './key-table.js';

/**
 * Milliseconds between two checks for destructions whose announcement was missed. This is far shorter than
 * the cache's lease.
 */
const SWEEP_MS = 1500;
const RECONNECT_MS = [50, 250, 1000, 2000] as const;

export interface DestructionListener {
  /**
   * Resolves when the first connection listens or has failed. Without a connection the vault also works, but
   * slower.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens for keys that other backends destroy, and removes these keys from the cache. Uses its own database
 * connection. Also checks regularly for missed announcements. While there is no connection, the cache stays
 * closed.
 */
export function createDestructionListener(parts: {
  pool: Pool;
  cache: KeyCache;
  clock: Clock;
  logger: Logger;
}): DestructionListener {
  return new Destructions(parts.pool, parts.cache, parts.clock, parts.logger);
}

class Destructions implements DestructionListener {
  private readonly listener: Listener;
  private timer: NodeJS.Timeout | undefined;
  /** Number of the last destruction that the previous check saw. */
  private since: string | undefined;

  constructor(
    pool: Pool,
    private readonly cache: KeyCache,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.listener = new Listener({
      // The options are not copied with spread syntax, because the pool hides the password from enumeration.
      connection: pool.options,
      channel: DESTROYED_CHANNEL,
      prepare: (client) => this.sweep(client),
      onListening: (client) => {
        cache.open();
        this.schedule(client);
      },
      onNotification: (subject) => cache.forget(subject),
      onLost: (_, failures) => this.lost(failures),
      reconnectMs: RECONNECT_MS,
    });
  }

  start(): Promise<void> {
    return this.listener.start();
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    const stopped = this.listener.stop();
    this.cache.close();
    await stopped;
  }

  private lost(failures: number): void {
    clearTimeout(this.timer);
    this.cache.close();
    this.logger.warn(
      { failures },
      'The connection that announces destroyed keys was lost. Until it is back, the vault caches no keys and asks the database at each access.',
    );
  }

  private schedule(client: Client): void {
    this.timer = setTimeout(() => void this.tick(client), SWEEP_MS);
    this.timer.unref();
  }

  private async tick(client: Client): Promise<void> {
    try {
      await this.sweep(client);
      if (this.listener.connection === client) this.schedule(client);
    } catch (error) {
      this.listener.giveUp(client, error);
    }
  }

  /**
   * Refreshes the whole cache with one query. Drops the keys that were destroyed since the last check, and
   * confirms all other keys as of the start of this check.
   */
  private async sweep(client: Client): Promise<void> {
    const begun = this.clock.now().getTime();
    const { subjects, next } = await destroyedSince(client, this.since);
    if (!this.listener.has(client)) return;
    for (const subject of subjects) if (this.cache.get(subject) !== 'destroyed') this.cache.forget(subject);
    this.cache.confirm(begun);
    this.since = next;
  }
}
