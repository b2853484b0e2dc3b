import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig, escapeLiteral } from 'pg';
import { endWithin } from './end-within.js';

/** Milliseconds for the server to close a connection. */
const END_MS = 1_000;

export interface ListenerOptions {
  /** Settings of the one connection that listens. */
  readonly connection: ClientConfig;
  readonly channel: string;
  /** Called on this very connection once it listens; if it rejects, the connection is given up. */
  readonly prepare?: (client: Client) => Promise<void>;
  /** The connection listens and is prepared; `again` is true from the second time on. */
  readonly onListening?: (client: Client, again: boolean) => void;
  /** `sender` is the process id of the server for the notifying connection. */
  readonly onNotification: (payload: string, sender: number) => void;
  /**
   * A connection was lost or could not be made; `failures` counts these since it last listened, this one
   * included. There is no error if the server ended the connection in an orderly way.
   */
  readonly onLost?: (error: unknown, failures: number) => void;
  /**
   * Milliseconds before the first attempt to reconnect, the second, …; the last applies to all later ones.
   */
  readonly reconnectMs: readonly [number, ...number[]];
  /** Lets the listeners of a channel know of each other. */
  readonly signs?: SignsOfLife;
}

/** A sign that gets lost on the way delays all that follow: `connection` needs a `query_timeout`. */
export interface SignsOfLife {
  /** Milliseconds between two signs, 1 000 by default. */
  readonly everyMs?: number | undefined;
  /** Milliseconds without a sign of another listener after which there is none, 5 000 by default. */
  readonly silenceMs?: number | undefined;
}

const SIGN_MS = 1_000;
const SILENCE_MS = 5_000;
/** A JSON list with only one word: listeners that know no signs ignore it. */
const SIGN = '["listens ';

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and reconnects without limit. It misses
 * notifications while it is disconnected: its user must also poll.
 */
export class Listener {
  /** Also set while the connection is being made. */
  private client: Client | undefined;
  private listening = false;
  private listenedBefore = false;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private stopped = true;
  private sending: Promise<void> = Promise.resolve();
  private readonly sign = `${SIGN}${randomUUID()}"]`;
  private signs: NodeJS.Timeout | undefined;
  /** Time of another listener's last sign, or the time from which one could have arrived. */
  private lastSignAt = Number.NaN;

  constructor(private readonly options: ListenerOptions) {}

  /** Resolves when it listens, or when the first attempt has failed. */
  async start(): Promise<void> {
    if (!this.stopped) return;
    this.stopped = false;
    const { signs } = this.options;
    if (signs !== undefined)
      this.signs = setInterval(() => void this.notify(this.sign), signs.everyMs ?? SIGN_MS).unref();
    await this.connect();
  }

  /** After this no callback is called. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.signs);
    const { client } = this;
    this.client = undefined;
    this.listening = false;
    if (client !== undefined) await endWithin(client, END_MS);
  }

  /** The connection, while it listens. */
  get connection(): Client | undefined {
    return this.listening ? this.client : undefined;
  }

  /**
   * True if no other listener of the channel, on any backend, has given a sign of life lately. False while
   * that is unknown, and always without `signs`. A new listener does not count as alone before the silence
   * limit has passed.
   */
  get isAlone(): boolean {
    const { signs } = this.options;
    if (signs === undefined || this.connection === undefined) return false;
    return performance.now() - this.lastSignAt > (signs.silenceMs ?? SILENCE_MS);
  }

  /** True if this is still its connection, also during preparation. */
  has(client: Client): boolean {
    return this.client === client;
  }

  /**
   * Notifies all listeners of the channel, one message after the other; nobody while the connection is away.
   * If the server refuses, the connection is given up. Never rejects.
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

  /** Call this when the connection proves broken; the listener then makes another one. */
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
    // These handlers stay: a late error of a connection that was given up must not end the process.
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
