import { Client } from 'pg';
import type { Logger } from '../logging/logger.js';
import { noRoom, preparedCluster, type ServerNote, writeNote } from './embedded-files.js';
import { freePort } from './free-port.js';
import { type Cluster, type RunningServer, ServerFailed, SUPERUSER, startServer } from './server-process.js';
import { stopOrphanedServer } from './surviving-server.js';
import { OperatorError } from '../errors/operator-error.js';
import { pause } from '../async/pause.js';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Resolves when the server has written all its data and ended. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The folder is created if it is missing. The caller must hold its lock (`lockDataDir`). */
  readonly dataDir: string;
  readonly logger: Logger;
  /**
   * The preferred port; by default the port of the last start. If the preferred port is taken, the server
   * gets another port, and the next start prefers that port.
   */
  readonly port?: number;
}

const DATABASE = 'siegel';
/**
 * `LEAVING_MS`: milliseconds for which a stop waits for clients that are about to close their connections.
 * `CHECK_MS`: milliseconds between two checks whether they have closed them.
 */
const LEAVING_MS = 1_000;
const CHECK_MS = 10;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 150,
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A failed statement can contain personal data, so it is not logged.
  log_min_error_statement: 'panic',
  // This level logs LOG, FATAL and PANIC. It omits ERROR, because the client logs the errors of its own
  // statements.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
};

/**
 * Starts a PostgreSQL server of our own with its data in DATA_DIR. The first start creates the data. The
 * server is reachable only on 127.0.0.1 and with a generated password. If an earlier backend was killed and
 * its server still runs, that server is stopped first. If the server dies while this process runs, the server
 * is started again.
 * @throws WrongPostgresMajor, ServerFailed, Error with advice
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, logger } = options;
  try {
    const { cluster, note } = await preparedCluster(dataDir);
    await stopOrphanedServer(cluster.folder, logger);
    const { server, port } = await startOnPort(cluster, { ...note, port: options.port ?? note.port }, logger);
    if (port !== note.port) await writeNote(dataDir, { ...note, port });
    const keeper = new ServerSupervisor(cluster, port, server, logger);
    const url = (database: string): string =>
      `postgres://${SUPERUSER}:${note.password}@127.0.0.1:${port}/${database}`;
    await createDatabase(url('postgres')).catch(async (error: unknown) => {
      await keeper.stop();
      throw error;
    });
    const stop = async (): Promise<void> => {
      await untilClientsLeft(url('postgres')).catch(() => undefined);
      await keeper.stop();
    };
    return { url: url(DATABASE), stop };
  } catch (error) {
    throw explained(error, dataDir);
  }
}

function explained(error: unknown, dataDir: string): unknown {
  const full = error instanceof ServerFailed && error.output.includes('No space left on device');
  const { code } = error as { code?: unknown };
  return full || code === 'ENOSPC' || code === '53100'
    ? new OperatorError(noRoom(dataDir), { cause: error })
    : error;
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * Waits until no other client has a session on the server, but at most for `LEAVING_MS`. A client closes its
 * connection without waiting for the server. If the server stopped at that moment, it would cut the
 * connection, and both sides would log a fault although nothing is wrong.
 */
async function untilClientsLeft(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: LEAVING_MS,
    query_timeout: LEAVING_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  const others = `SELECT 1 FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`;
  try {
    const until = performance.now() + LEAVING_MS;
    while (performance.now() < until && (await client.query(others)).rowCount !== 0) await pause(CHECK_MS);
  } finally {
    await client.end();
  }
}

/**
 * Starts the server. If processes of an old server are still ending, the start is repeated. If another
 * program uses the port, the server gets another port.
 */
async function startOnPort(
  cluster: Cluster,
  note: ServerNote,
  logger: Logger,
): Promise<{ server: RunningServer; port: number }> {
  let wanted = note.port;
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(wanted);
    if (wanted !== undefined && port !== wanted)
      logger.info(
        { wanted, port },
        'the port of the embedded PostgreSQL is in use by another program; the server gets another port',
      );
    try {
      return { server: await startServer(cluster, { ...SETTINGS, port }, (line) => log(logger, line)), port };
    } catch (error) {
      const output = error instanceof ServerFailed ? error.output : '';
      const leaving =
        output.includes('still in use') || output.includes('lock file "postmaster.pid" already exists');
      const taken =
        output.includes('could not create any TCP/IP sockets') || output.includes('could not bind');
      if (attempt >= 40 || !(leaving || taken)) throw error;
      if (taken) wanted = undefined;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

function log(logger: Logger, line: string): void {
  const serious = /\b(FATAL|PANIC|ERROR|WARNING):/.test(line);
  if (serious) logger.warn({ postgres: line }, 'embedded PostgreSQL');
  else logger.debug({ postgres: line }, 'embedded PostgreSQL');
}

/** Keeps one server running on its port until `stop`. */
class ServerSupervisor {
  private stopping = false;
  private restart: Promise<void> = Promise.resolve();
  /** Stops the server if this process exits without calling `stop`, for instance after an uncaught error. */
  private readonly onExit = (): void => {
    if (this.server.pid > 0) process.kill(this.server.pid, 'SIGINT');
  };

  constructor(
    private readonly cluster: Cluster,
    private readonly port: number,
    private server: RunningServer,
    private readonly logger: Logger,
  ) {
    process.once('exit', this.onExit);
    this.watch();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.restart;
    await this.server.stop();
    process.off('exit', this.onExit);
  }

  private watch(): void {
    void this.server.exited.then((code) => {
      if (this.stopping) return;
      this.logger.error(
        { code },
        "The embedded PostgreSQL ended unexpectedly; the service starts it again. The log lines 'embedded PostgreSQL' before this one may say why.",
      );
      this.restart = this.startAgain();
    });
  }

  private async startAgain(): Promise<void> {
    for (let pauseMs = 250; !this.stopping; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      try {
        await stopOrphanedServer(this.cluster.folder, this.logger);
        this.server = await startServer(this.cluster, { ...SETTINGS, port: this.port }, (line) =>
          log(this.logger, line),
        );
        this.watch();
        return;
      } catch (error) {
        this.logger.error(
          { error: String(error) },
          'The embedded PostgreSQL could not be started; the service tries again within 10 s. Until PostgreSQL is running, requests get status 503. Is the disk that holds DATA_DIR full?',
        );
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }
}
