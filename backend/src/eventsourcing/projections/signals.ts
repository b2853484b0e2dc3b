import { describeError } from '../../platform/logging/describe-error.js';
import type { Logger } from '../../platform/logging/logger.js';
import { Listener, type SignsOfLife } from '../../platform/postgres/listener.js';
import type { Changes } from './changes.js';
import type { Notification } from './row-statements.js';
import { sessionName } from '../../platform/postgres/session-name.js';

/**
 * Receives the changes that any backend has committed for a projection. `changes` is undefined if there were
 * too many for one notification.
 */
export type CommitHandler = (changes: Changes | undefined) => void;

export interface SignalsOptions {
  /** URL of the database for the listening connection. */
  readonly url: string;
  readonly logger: Logger;
  /** Milliseconds that the listener waits before each attempt to reconnect; 500 by default. */
  readonly reconnectMs?: number;
  readonly signs?: SignsOfLife;
}

const CHANNEL = 'projection_rows';
/** Milliseconds within which the server has to accept a sign of life. */
const ANSWER_MS = 3_000;
/** Maximum number of bytes in a notification. PostgreSQL accepts 7 999. */
const MOST_BYTES = 7_500;

/** Content of a notification. */
type Message = [sender: string, projection: string, changes?: [id: string, revision: number][]];

/**
 * Signals to waiters that a projection has committed changes. Waiters in the same process are called
 * directly. Waiters on other backends get a notification, which PostgreSQL sends as part of the commit.
 * Sending a notification makes the commit slower, because PostgreSQL wakes all listeners before the commit
 * returns. So no notification is sent if no other backend listens. A lost notification does no harm, because
 * waiters poll as well.
 */
export class ProjectionSignals {
  private readonly handlers = new Map<string, Set<CommitHandler>>();
  private readonly listener: Listener;
  private readonly sender = Math.random().toString(36).slice(2);

  constructor(options: SignalsOptions) {
    this.listener = new Listener({
      connection: {
        connectionString: options.url,
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
        query_timeout: ANSWER_MS,
        application_name: sessionName('signals'),
      },
      channel: CHANNEL,
      onNotification: (payload) => this.onMessage(payload),
      onLost: (error) => {
        if (error !== undefined)
          options.logger.debug(
            describeError(error),
            'the connection that listens for commits of projections was lost; the service reopens it',
          );
      },
      reconnectMs: [options.reconnectMs ?? 500],
      signs: options.signs ?? {},
    });
  }

  /**
   * Starts to listen. Resolves after the first attempt to connect, even if that attempt fails. The listener
   * reconnects after a failed attempt or a lost connection.
   */
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

  /**
   * Returns the notification to send in the commit that contains `changes`; undefined if no other backend
   * listens.
   */
  notificationOf(projection: string, changes: Changes): Notification | undefined {
    if (this.listener.isAlone) return undefined;
    const whole: Message = [this.sender, projection, [...changes]];
    const payload = JSON.stringify(whole);
    const fits = Buffer.byteLength(payload) <= MOST_BYTES;
    return { channel: CHANNEL, payload: fits ? payload : JSON.stringify(whole.slice(0, 2)) };
  }

  /** Calls the handlers of this process. Call this after a commit. */
  notifyCommitted(projection: string, changes: Changes | undefined): void {
    for (const handler of this.handlers.get(projection) ?? []) handler(changes);
  }

  private onMessage(payload: string): void {
    const [sender, projection, changes] = JSON.parse(payload) as Message;
    if (sender !== this.sender) this.notifyCommitted(projection, changes && new Map(changes));
  }
}
