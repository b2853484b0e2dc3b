import { describeError } from '../../../platform/logging/describe-error.js';
import type { Logger } from '../../../platform/logging/logger.js';
import { Listener } from '../../../platform/postgres/listener.js';
import { EventRate } from './event-rate.js';
import { sessionName } from '../../../platform/postgres/session-name.js';

const CHANNEL = 'event_store';
/**
 * The first notification is sent at once. Later notifications are combined into one if they come within
 * `COALESCE_MS` milliseconds. At a high rate they are combined within `HIGH_RATE_COALESCE_MS`, because each
 * NOTIFY takes a database-wide lock.
 */
const COALESCE_MS = 1;
const HIGH_RATE_COALESCE_MS = 10;
const RECONNECT_MS = 500;
/**
 * Milliseconds to wait for the response to a notification. Without this limit, a notification that the
 * network has swallowed would block all later notifications.
 */
const ANSWER_MS = 3_000;

export interface SignalListeners {
  /** Called when there may be new events. */
  readonly onNotification: () => void;
  /** Called when a lost connection has been restored. */
  readonly onReconnect: () => void;
}

/**
 * Notifies other processes, if there are any, of new events, and listens for their notifications. A lost
 * notification does no harm, because readers poll as well.
 */
export class Signals {
  private readonly listener: Listener;
  /** Backend pid of our own connection. Notifications from this pid are ignored. */
  private pid: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  /**
   * True while a notification is being sent. Only one notification is sent at a time. The next notification
   * covers all appends that happen while this one is being sent.
   */
  private sending = false;
  private closed = false;
  /** Number of appends since the last notification was sent. */
  private pending = 0;
  private readonly rate = new EventRate();
  private lastSent = Number.NEGATIVE_INFINITY;

  /** @param answerMs milliseconds within which the server has to accept a notification */
  constructor(
    url: string,
    { onNotification, onReconnect }: SignalListeners,
    logger: Logger,
    answerMs = ANSWER_MS,
  ) {
    this.listener = new Listener({
      // A lost notification does no harm, so notifications do not wait for the disk.
      connection: {
        connectionString: url,
        application_name: sessionName('event signs'),
        connectionTimeoutMillis: 5_000,
        query_timeout: answerMs,
        options: '-c synchronous_commit=off',
        keepAlive: true,
      },
      channel: CHANNEL,
      prepare: async (client) => {
        const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        this.pid = rows[0]?.pid;
      },
      onListening: (_, again) => {
        if (again) onReconnect();
        onNotification();
      },
      onNotification: (_, sender) => {
        if (sender !== this.pid) onNotification();
      },
      onLost: (error) => {
        if (error !== undefined)
          logger.warn(
            describeError(error),
            'the connection that listens for events of other processes was lost; the service reopens it',
          );
      },
      reconnectMs: [RECONNECT_MS],
      signs: {},
    });
    void this.listener.start();
  }

  notify(): void {
    if (this.closed || this.listener.isAlone) return;
    this.pending += 1;
    this.rate.count(1, performance.now());
    if (this.timer === undefined && !this.sending) this.sendInTime();
  }

  private sendInTime(): void {
    const now = performance.now();
    const pause = this.lastSent + (this.rate.isHigh(now) ? HIGH_RATE_COALESCE_MS : COALESCE_MS) - now;
    if (pause <= 0) void this.send();
    else
      this.timer = setTimeout(() => {
        this.timer = undefined;
        void this.send();
      }, pause);
  }

  private async send(): Promise<void> {
    this.sending = true;
    this.lastSent = performance.now();
    this.pending = 0;
    await this.listener.notify('');
    this.sending = false;
    if (this.pending > 0 && !this.closed) this.sendInTime();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.listener.stop();
  }
}
