import { randomUUID } from 'node:crypto';
import { Client, type Pool, type PoolClient } from 'pg';
import { RecentCheck } from '../async/recent-check.js';
import { OperatorError } from '../errors/operator-error.js';
import { endWithin } from './end-within.js';
import { createPool } from './pool.js';

/**
 * A PostgreSQL setting that only this service uses. PostgreSQL accepts any setting whose name contains a dot,
 * and no pooler copies such a setting from one session to another.
 */
const SETTING = 'siegel.session';
/**
 * Number of rounds in which the check looks for another session. The first round detects a pooler that hands
 * out the session that was used last. The second round, at the latest, detects a pooler that uses its
 * sessions in turn. The third round is for a pooler that serves other clients at the same time.
 */
const ROUNDS = 3;

/**
 * Returns advice for an operator whose address leads to a pooler.
 * @param what names the address in the message
 */
const adviceFor = (what: string): string =>
  `Let ${what} name PostgreSQL itself, or set the pooler to sessions (PgBouncer: pool_mode=session, and ignore_startup_parameters as docs/operations.md says) with at least 38 connections for each backend.`;
export const POOLER_ADVICE = adviceFor('DATABASE_URL');

/**
 * True if PgBouncer refused a connection or a transaction. It refuses a connection if it does not pass on one
 * of our settings. It refuses a transaction if it gives each statement to another session.
 */
export const isRefusedByPooler = (error: unknown): boolean =>
  error instanceof Error &&
  /unsupported startup parameter|not allowed in statement pooling mode/.test(error.message);

/** Thrown if a pooler gives each transaction to another session of the server. */
export class PooledByTransaction extends OperatorError {
  /** @param what names the address in the message */
  constructor(what = 'DATABASE_URL') {
    super(
      `${what.charAt(0).toUpperCase()}${what.slice(1)} leads to a pooler by transaction: a setting of one session was missing in its next transaction, or another session had it. The service needs real sessions, because it holds session locks, listens for notifications and prepares statements. ${adviceFor(what)}`,
    );
  }
}

export interface SessionCheckOptions {
  /** Number of rounds; 3 by default. */
  readonly rounds?: number;
  /** Milliseconds for one statement; by default the limit of the pool. */
  readonly withinMs?: number;
}

/**
 * Rejects if a connection's transactions do not all run in the same session. First, one connection changes a
 * setting of its session. Then further connections hold transactions open. A pooler in transaction mode must
 * now either give the first connection another session, or give the first connection's session to one of the
 * further connections. In both cases a connection reads an unexpected value of the setting
 * (rule:real-sessions).
 * @throws PooledByTransaction
 */
export async function assertRealSessions(
  pool: Pick<Pool, 'connect'>,
  { rounds = ROUNDS, withinMs }: SessionCheckOptions = {},
): Promise<void> {
  const limits = withinMs === undefined ? {} : { query_timeout: withinMs };
  const run = async (client: PoolClient, text: string, values: string[] = []): Promise<unknown> => {
    const { rows } = await client.query<{ value: unknown }>({ text, values, ...limits });
    return rows[0]?.value;
  };
  const read = (client: PoolClient) => run(client, 'SELECT current_setting($1, true) AS value', [SETTING]);
  const change = (client: PoolClient, to: string) =>
    run(client, 'SELECT set_config($1, $2, false) AS value', [SETTING, to]);

  const mark = randomUUID();
  const clients: PoolClient[] = [];
  const next = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    clients.push(client);
    return client;
  };
  let failed = true;
  try {
    const own = await next();
    await change(own, mark);
    for (let round = 0; round < rounds; round += 1) {
      if ((await read(own)) !== mark) throw new PooledByTransaction();
      const other = await next();
      await run(other, 'BEGIN');
      if ((await read(other)) === mark) throw new PooledByTransaction();
    }
    if ((await read(own)) !== mark) throw new PooledByTransaction();
    await change(own, '');
    for (const other of clients.slice(1)) await run(other, 'ROLLBACK');
    failed = false;
  } finally {
    // After a failure the state of the sessions is unknown, so their connections are closed.
    for (const client of clients) client.release(failed);
  }
}

/**
 * Like `assertRealSessions`, but opens its own connections. Use this function for commands whose connections
 * are too few, or already hold transactions open.
 * @param what names the address in the message
 * @throws PooledByTransaction
 */
export async function assertRealSessionsAt(
  url: string,
  { what, cut }: { readonly what?: string; readonly cut?: AbortSignal | undefined } = {},
): Promise<void> {
  const pool = createPool(url, { max: ROUNDS + 1, cut });
  try {
    await assertRealSessions(pool);
  } catch (error) {
    throw error instanceof PooledByTransaction ? new PooledByTransaction(what) : error;
  } finally {
    await pool.end();
  }
}

/**
 * Rejects if a pooler refuses connections that set `options`. The event store's connections set it. Without
 * this check the service would start, and every append would fail.
 */
export async function assertOptionsPass(url: string, connectWithinMs = 5_000): Promise<void> {
  const client = new Client({
    connectionString: url,
    options: '-c plan_cache_mode=auto',
    connectionTimeoutMillis: connectWithinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await endWithin(client, connectWithinMs);
  }
}

/**
 * Checks that the database still gives each connection a session of its own. The readiness check uses it. By
 * default, the check runs at most once in five seconds.
 */
export class SessionProbe {
  private readonly recent: RecentCheck;

  constructor(
    pool: Pick<Pool, 'connect'>,
    { everyMs = 5_000, withinMs = 2_000 }: { readonly everyMs?: number; readonly withinMs?: number } = {},
  ) {
    this.recent = new RecentCheck(() => assertRealSessions(pool, { rounds: 1, withinMs }), everyMs);
  }

  /** @throws PooledByTransaction */
  check(): Promise<void> {
    return this.recent.check();
  }
}
