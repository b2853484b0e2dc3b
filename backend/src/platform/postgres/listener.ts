import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig, escapeLiteral } from 'pg';
import { endWithin } from './end-within.js';

/** Milliseconds for which the listener waits until the server has closed a connection. */
const END_MS = 1_000;

export interface ListenerOptions {
  /** The settings for the one connection that listens. */
  readonly connection: ClientConfig;
  readonly channel: string;
  /**
   * Called for each new connection once it listens. If the promise rejects, the connection is closed and the
   * listener reconnects.
   */
  readonly prepare?: (client: Client) => Promise<void>;
  /**
   * Called when a connection listens and is prepared. `again` is false only for the first such connection.
   */
  readonly onListening?: (client: Client, again: boolean) => void;
  /**
   * Called for each notification. `sender` is the process id of the server process whose client sent the
   * notification.
   */
  readonly onNotification: (payload: string, sender: number) => void;
  /**
   * Called when a connection was lost or could not be made. `failures` is the number of such failures since
   * the listener last listened, including this one. `error` is undefined if the server closed the connection
   * in an orderly way.
   */
  readonly onLost?: (error: unknown, failures: number) => void;
  /**
   * Milliseconds before the first attempt to reconnect, the second, and so on. The last value applies to all
   * later attempts.
   */
  readonly reconnectMs: readonly [number, ...number[]];
  /** If given, the listener sends signs of life, and notices those of other listeners on the channel. */
  readonly signs?: SignsOfLife;
}

/**
 * Settings for signs of life, which are notifications that tell other listeners that this listener exists.
 * They are sent one after the other. If the server does not respond to one of them, all later ones are
 * delayed, so `connection` needs a `query_timeout`.
 */
export interface SignsOfLife {
  /** Milliseconds between two signs of life; 1 000 by default. */
  readonly everyMs?: number | undefined;
  /**
   * Milliseconds without a sign of life from another listener after which we assume that no other listener
   * exists; 5 000 by default.
   */
  readonly silenceMs?: number | undefined;
}

const SIGN_MS = 1_000;
const SILENCE_MS = 5_000;
/**
 * The beginning of a sign of life. A sign of life is a JSON list with one string. Listeners of older programs
 * do not know signs of life, and ignore such a list.
 */
const SIGN = '["listens ';

/**
 * Listens to a PostgreSQL channel on a connection of its own. If the connection is lost, the listener
 * reconnects, any number of times. While it is disconnected, it misses notifications, so the code that uses
 * it must also poll.
 */
export class Listener {
  /** The connection. It is set even while it is still connecting. */
  private client: Client | undefined;
  private listening = false;
  private listenedBefore = false;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private stopped = true;
  private sending: Promise<void> = Promise.resolve();
  private readonly sign = `${SIGN}${randomUUID()}"]`;
  private signs: NodeJS.Timeout | undefined;
  /**
   * The time at which this connection last received a sign of life of another listener. If it has received
   * none yet, the time at which it began to listen.
   */
  private lastSignAt = Number.NaN;

  constructor(private readonly options: ListenerOptions) {}

  /** Resolves when the listener listens, or when its first attempt has failed. */
  async start(): Promise<void> {
    if (!this.stopped) return;
    this.stopped = false;
    const { signs } = this.options;
    if (signs !== undefined)
      this.signs = setInterval(() => void this.notify(this.sign), signs.everyMs ?? SIGN_MS).unref();
    await this.connect();
  }

  /** Stops the listener. After this call no callback is called. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.signs);
    const { client } = this;
    this.client = undefined;
    this.listening = false;
    if (client !== undefined) await endWithin(client, END_MS);
  }

  /** Returns the connection; undefined while the listener is not listening. */
  get connection(): Client | undefined {
    return this.listening ? this.client : undefined;
  }

  /**
   * True if no other listener of the channel, on any backend, has given a sign of life for `silenceMs`. A new
   * connection must therefore listen for `silenceMs` before the listener counts as alone. Always false
   * without `signs`, and while there is no connection.
   */
  get isAlone(): boolean {
    const { signs } = this.options;
    if (signs === undefined || this.connection === undefined) return false;
    return performance.now() - this.lastSignAt > (signs.silenceMs ?? SILENCE_MS);
  }

  /** True if the listener still uses this connection. Also true while the connection is being prepared. */
  has(client: Client): boolean {
    return this.client === client;
  }

  /**
   * Notifies all listeners of the channel. Messages are sent one after the other. Without a connection nobody
   * is notified. If the server refuses a message, the connection is closed and the listener reconnects. Never
   * rejects.
   */
  notify(payload: string): Promise<void> {
    this.sending = this.sending.then(async () => {
      const { connection: client } = this;
      await client
        ?.query(`NOTIFY ${this.options.channel}, ${escapeLiteral(payload)}`)
        .catch((error: unknown) => this.giveUp(client, error));
    });
    return this.sending;
  }

  /** Call this when the connection turns out to be broken. The listener then makes another one. */
  giveUp(client: Client, error: unknown): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.listening = false;
    void endWithin(client, END_MS);
    const { reconnectMs, onLost } = this.options;
    const wait = reconnectMs[Math.min(this.failures, reconnectMs.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => void this.connect(), wait);
    this.timer.unref();
    onLost?.(error, this.failures);
  }

  private async connect(): Promise<void> {
    const { connection, channel, prepare, onListening, onNotification, signs } = this.options;
    const client = new Client(connection);
    this.client = client;
    client.on('notification', ({ payload = '', processId }) => {
      if (this.client !== client) return;
      if (!payload.startsWith(SIGN)) onNotification(payload, processId);
      else if (payload !== this.sign) this.lastSignAt = performance.now();
    });
    // These handlers are never removed, because a given-up connection can still emit an error. Without a
    // handler, that error would end the process.
    client.on('error', (error) => this.giveUp(client, error));
    client.on('end', () => this.giveUp(client, undefined));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await prepare?.(client);
    } catch (error) {
      return this.giveUp(client, error);
    }
    if (this.client !== client) return;
    this.listening = true;
    this.failures = 0;
    if (signs !== undefined) {
      this.lastSignAt = performance.now();
      void this.notify(this.sign);
    }
    onListening?.(client, this.listenedBefore);
    this.listenedBefore = true;
  }
}
