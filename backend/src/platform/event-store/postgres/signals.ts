import { Client } from 'pg';
import type { Logger } from '../../logger.js';

const CHANNEL = 'event_store';
/**
 * The first sign goes out at once, those of this process within some time after it are one, a longer time where there were many: a NOTIFY
 * costs a lock on the whole database.
 */
const COALESCE_MS = 4;
const CROWDED_COALESCE_MS = 10;
const CROWD = 4;
const RECONNECT_MS = 500;

export interface SignalListeners {
  /** Something may be new. */
  readonly onSign: () => void;
  /** The connection was lost and is there again. */
  readonly onReconnect: () => void;
}

/** Tells other processes that there is something new, and hears it from them. Signs may be lost: readers poll behind them. */
export class Signals {
  private client: Client | undefined;
  private pid: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private again: NodeJS.Timeout | undefined;
  private sending = false;
  /** Appends since the last sign went out. */
  private told = 0;
  private crowded = false;
  private lastSent = Number.NEGATIVE_INFINITY;
  private closed = false;
  private wasThere = false;
  private connecting: Promise<void>;

  constructor(
    private readonly url: string,
    private readonly listeners: SignalListeners,
    private readonly logger: Logger,
  ) {
    this.connecting = this.connect();
  }

  announce(): void {
    this.told += 1;
    if (this.timer === undefined) this.sendInTime();
  }

  private sendInTime(): void {
    const pause = this.lastSent + (this.crowded ? CROWDED_COALESCE_MS : COALESCE_MS) - performance.now();
    if (pause <= 0 && !this.sending) void this.send();
    else
      this.timer = setTimeout(
        () => {
          this.timer = undefined;
          this.sendInTime();
        },
        Math.max(pause, 1),
      );
  }

  private async send(): Promise<void> {
    this.sending = true;
    this.lastSent = performance.now();
    this.crowded = this.told >= CROWD;
    this.told = 0;
    await this.client?.query(`NOTIFY ${CHANNEL}`).catch(() => undefined);
    this.sending = false;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.again);
    await this.connecting;
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    // A lost sign is no harm, so none is worth waiting for the disk.
    const client = new Client({
      connectionString: this.url,
      application_name: 'siegel event signs',
      connectionTimeoutMillis: 5_000,
      options: '-c synchronous_commit=off',
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.on('end', () => this.lost(client));
    client.on('notification', (message) => {
      if (message.processId !== this.pid) this.listeners.onSign();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      this.pid = rows[0]?.pid;
      await client.query(`LISTEN ${CHANNEL}`);
      if (this.closed) return await client.end();
      this.client = client;
      if (this.wasThere) this.listeners.onReconnect();
      this.wasThere = true;
      this.listeners.onSign();
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'no signs from other processes for now');
      await client.end().catch(() => undefined);
      this.retry();
    }
  }

  private lost(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.retry();
  }

  private retry(): void {
    if (this.closed || this.again !== undefined) return;
    this.again = setTimeout(() => {
      this.again = undefined;
      this.connecting = this.connect();
    }, RECONNECT_MS);
  }
}
