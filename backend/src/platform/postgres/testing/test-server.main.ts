/**
 * Runs the one PostgreSQL server of a jest run. The server starts at the first HTTP request of a test (GET /
 * returns the server's URL). The server is stopped and removed when the pipe from jest closes, even if jest
 * was killed.
 */
import { randomBytes } from 'node:crypto';
import { access, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../embedded-postgres/free-port.js';
import { nativeBinaries } from '../../embedded-postgres/native-binaries.js';
import {
  giveTo,
  initCluster,
  type RunningServer,
  SUPERUSER,
  startServer,
} from '../../embedded-postgres/server-process.js';
import { serverUser } from '../../embedded-postgres/server-user.js';

/** These settings are optimised for speed, because nothing on this server survives the run. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 300,
  shared_buffers: '64MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_size: '256MB',
  max_wal_senders: 0,
  autovacuum: 'off',
  jit: 'off',
};

/** The folder in which Linux keeps files in memory, and the number of bytes that must be free there. */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Returns the folder for the server's files, in memory if possible. The database of each test file has some
 * three hundred files. On a disk, handling these files takes as long as the database's own work.
 */
async function place(): Promise<string> {
  try {
    await access(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

let folder: string | undefined;
let server: RunningServer | undefined;
let starting: Promise<string> | undefined;

async function start(): Promise<string> {
  const user = await serverUser();
  const binaries = await nativeBinaries(user);
  folder = await mkdtemp(join(await place(), 'siegel-test-'));
  await giveTo(user, folder);
  const cluster = { binaries, user, folder };
  const password = randomBytes(12).toString('hex');
  await initCluster(cluster, password, false);
  const port = await freePort();
  server = await startServer(cluster, { ...SETTINGS, port }, () => {});
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
}

async function end(): Promise<void> {
  await starting?.catch(() => undefined);
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  await rm(handover, { force: true });
  process.exit(0);
}

const handover = process.argv[2] ?? '';
const http = createServer((_request, response) => {
  starting ??= start();
  starting.then(
    (url) => response.end(url),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  if (typeof address === 'object' && address !== null)
    void writeFile(handover, String(address.port)).then(() => process.stdout.write('ready\n'));
});
process.stdin.resume();
process.stdin.once('end', () => void end());
process.stdin.once('error', () => void end());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
