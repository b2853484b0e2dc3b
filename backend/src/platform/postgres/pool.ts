import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { endWithin } from './end-within.js';
import { instantTypes } from './instant-types.js';
import { describeError } from '../logging/describe-error.js';
import { type Logger, silentLogger } from '../logging/logger.js';
import { outsideOfWork } from '../async/work.js';
import { sessionName } from './session-name.js';

export interface PoolOptions {
  /** Maximum number of connections; 10 by default. */
  readonly max?: number;
  /** Milliseconds after which the server cancels a statement; 30 000 by default. */
  readonly statementTimeoutMs?: number;
  /** Milliseconds to make a connection or to wait for a free one; 5 000 by default. */
  readonly connectWithinMs?: number | undefined;
  /** The name of the sessions in pg_stat_activity (session-name.ts). */
  readonly name?: string;
  readonly logger?: Logger;
  /**
   * True if the server plans each use of a statement that has a name. Work that fills an empty table needs this,
   * because a plan for an empty table reads the whole table each time.
   */
  readonly plansAnew?: boolean;
  /**
   * When the signal aborts, all connections are cut, no matter which queries run on them. No caller waits for
   * these queries any longer.
   */
  readonly cut?: AbortSignal | undefined;
}

/**
 * Creates a pool whose queries succeed or fail within a known time. The pool survives the loss of the
 * database, because the next query reconnects.
 */
export function createPool(url: string, options: PoolOptions = {}): Pool {
  const { max = 10, statementTimeoutMs = 30_000, connectWithinMs = 5_000 } = options;
  const { name = sessionName('tool'), logger = silentLogger, plansAnew = false, cut } = options;
  const config: PoolConfig = {
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    // The server should have cancelled the statement before this time. If it has not even done that, the
    // connection is dead.
    query_timeout: statementTimeoutMs + 5_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: instantTypes,
    keepAliveInitialDelayMillis: 10_000,
    ...(plansAnew ? { options: '-c plan_cache_mode=force_custom_plan' } : {}),
  };
  const pool = new Pool(config);
  // Log lines about a connection must not name the work that first used the connection.
  pool.on('error', (error) =>
    outsideOfWork(() =>
      logger.warn(
        describeError(error),
        'an idle database connection was lost; a new one is opened when needed',
      ),
    ),
  );
  // The pool handles only the errors of idle connections. Without this handler, the process would end if a
  // connection that is in use breaks between two queries.
  pool.on('connect', (client) =>
    client.on('error', (error) =>
      outsideOfWork(() => logger.debug(describeError(error), 'a database connection was lost')),
    ),
  );
  if (cut !== undefined) cutWhen(cut, pool);
  return pool;
}

/**
 * Replaces `pool.connect`. Supports a callback as well as a promise, because the pool itself calls `connect`
 * with a callback.
 */
function refuse(
  callback?: (error: Error, client: undefined, done: () => void) => void,
): Promise<never> | void {
  const error = new Error('Connection terminated: nobody waits for it any longer');
  if (callback === undefined) return Promise.reject(error);
  callback(error, undefined, () => undefined);
}

function cutWhen(cut: AbortSignal, pool: Pool): void {
  const clients = new Set<PoolClient>();
  const end = (client: PoolClient): void => void endWithin(client, 0);
  pool.on('connect', (client) => {
    clients.add(client);
    if (cut.aborted) end(client);
  });
  pool.on('remove', (client) => clients.delete(client));
  cut.addEventListener(
    'abort',
    () => {
      // No new connection is made, because a frozen server would accept it and then not respond until the
      // connection's timeout.
      pool.connect = refuse as Pool['connect'];
      clients.forEach(end);
    },
    { once: true },
  );
}

/**
 * Runs `fn` in one transaction. The transaction is committed if `fn` resolves, and rolled back if `fn`
 * rejects.
 */
export async function transaction<Result>(
  pool: Pool,
  fn: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const result = await fn(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken ??= failed;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
