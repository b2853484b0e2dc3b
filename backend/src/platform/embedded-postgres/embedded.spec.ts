import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { silentLogger } from '../logging/logger.js';
import { DataDirInUse, lockDataDir } from './data-dir-lock.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.js';
import { freePort } from './free-port.js';
import { createPool } from '../postgres/pool.js';
import { onlyInAll } from '../testing/only-in-all.js';
import { runTypeScript } from '../testing/typescript-child.js';
import { until } from '../testing/until.js';

/** Creates a folder with a blank in its name, below a folder that only its owner can enter. */
async function hiddenDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'siegel hidden '));
  await chmod(parent, 0o700);
  const dataDir = join(parent, 'my data');
  await mkdir(dataDir);
  return { dataDir, remove: () => rm(parent, { recursive: true, force: true }) };
}

const started: EmbeddedPostgres[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

async function start(dataDir: string, port?: number): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    logger: silentLogger,
    ...(port === undefined ? {} : { port }),
  });
  started.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return String(Object.values(rows[0] ?? {})[0]);
  } finally {
    await client.end();
  }
}

const postmaster = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** True if the process is alive. A zombie that nobody has reaped does not count as alive. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH' && process.platform !== 'linux';
  }
};

describe('startEmbeddedPostgres', () => {
  let dataDir: string;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ dataDir, remove } = await hiddenDataDir());
    await (await start(dataDir)).stop();
  });
  afterAll(() => remove());

  it('keeps data and url between starts, and is durable', async () => {
    const first = await start(dataDir);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    expect(await ask(first.url, 'SHOW fsync')).toBe('on');
    expect(await ask(first.url, 'SHOW synchronous_commit')).toBe('on');
    expect(await ask(first.url, 'SHOW listen_addresses')).toBe('127.0.0.1');
    await first.stop();
    const second = await start(dataDir);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT n FROM kept')).toBe('7');
    await second.stop();
  });

  it('asks for the password, which is readable only for us', async () => {
    const server = await start(dataDir);
    const wrong = Object.assign(new URL(server.url), { password: 'wrong' }).href;
    await expect(ask(wrong, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o077).toBe(0);
    await server.stop();
  });

  it('takes another port if its own is taken, and remembers the new one', async () => {
    const port = await freePort();
    const squatter = createServer().listen(port, '127.0.0.1');
    await until(() => squatter.listening);
    const server = await start(dataDir, port);
    expect(new URL(server.url).port).not.toBe(String(port));
    await server.stop();
    await new Promise((resolve) => squatter.close(resolve));
    const again = await start(dataDir);
    expect(again.url).toBe(server.url);
    await again.stop();
  });

  it('starts again by itself when the server is killed', async () => {
    const server = await start(dataDir);
    const pool = createPool(server.url);
    await pool.query('SELECT 1');
    const pid = await postmaster(dataDir);
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid));
    // Waits for the new server, because a process of the killed server may still answer on the pool's
    // connection.
    await until(() =>
      postmaster(dataDir).then(
        (now) => now > 0 && now !== pid,
        () => false,
      ),
    );
    await until(() =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    await pool.end();
    await server.stop();
  });

  it('when it stops, does not cut off connections that are about to close', async () => {
    const server = await start(dataDir);
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const work = client.query('SELECT pg_sleep(0.2)').then(() => client.end());
    await server.stop();
    await expect(work).resolves.toBeUndefined();
  });

  onlyInAll.it('stops a server that outlived its killed backend, and starts', async () => {
    const backend = runTypeScript(join(__dirname, 'testing/embedded-holder.main.ts'), dataDir);
    const url = await backend.line();
    const pid = await postmaster(dataDir);
    await ask(url, 'CREATE TABLE survived AS SELECT 8 AS n');
    await backend.kill('SIGKILL');
    expect(isAlive(pid)).toBe(true);
    const server = await start(dataDir);
    expect(isAlive(pid)).toBe(false);
    expect(await ask(server.url, 'SELECT n FROM survived')).toBe('8');
    await server.stop();
  });

  it('starts even if the process id in the note now belongs to another program', async () => {
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n/somewhere\n1\n5432\n\n127.0.0.1\n`,
    );
    const server = await start(dataDir);
    expect(await ask(server.url, 'SELECT 1')).toBe('1');
    await server.stop();
  });

  it('refuses the data of another major version, names the way out and changes nothing', async () => {
    const file = join(dataDir, 'postgres', 'PG_VERSION');
    const ours = await readFile(file, 'utf8');
    await writeFile(file, '17\n');
    await expect(start(dataDir)).rejects.toThrow(
      /PostgreSQL 17; this version contains PostgreSQL 18(.|\n)*database:copy/,
    );
    await writeFile(file, ours);
    const server = await start(dataDir);
    expect(await ask(server.url, 'SELECT n FROM kept')).toBe('7');
    await server.stop();
  });

  onlyInAll.it('discards an interrupted creation', async () => {
    const other = await hiddenDataDir();
    await mkdir(join(other.dataDir, 'postgres.new', 'base'), { recursive: true });
    await writeFile(join(other.dataDir, 'postgres.new', 'PG_VERSION'), '18\n');
    const server = await start(other.dataDir);
    expect(await ask(server.url, 'SELECT 1')).toBe('1');
    await server.stop();
    await other.remove();
  });
});

describe('lockDataDir', () => {
  let dataDir: string;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ dataDir, remove } = await hiddenDataDir());
  });
  afterEach(() => remove());

  it('names process and address of the backend that runs there', async () => {
    const lock = await lockDataDir(dataDir);
    lock.announce('http://localhost:3000');
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({
      pid: process.pid,
      address: 'http://localhost:3000',
    });
    await lock.release();
    await (await lockDataDir(dataDir)).release();
  });

  onlyInAll.it('recovers by itself after a kill -9, even if the process id is in use again', async () => {
    const backend = runTypeScript(join(__dirname, 'testing/embedded-holder.main.ts'), dataDir);
    await backend.line();
    await expect(lockDataDir(dataDir)).rejects.toBeInstanceOf(DataDirInUse);
    await backend.kill('SIGKILL');
    const note = JSON.parse(await readFile(join(dataDir, 'backend.lock'), 'utf8')) as { pid: number };
    await writeFile(join(dataDir, 'backend.lock'), JSON.stringify({ ...note, pid: process.pid }));
    const lock = await lockDataDir(dataDir);
    const server = await start(dataDir);
    await server.stop();
    await lock.release();
  });

  it('admits exactly one of several processes that start', async () => {
    await writeFile(
      join(dataDir, 'backend.lock'),
      JSON.stringify({ pid: process.pid, port: 1, token: 'of a dead one' }),
    );
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dataDir)));
    const locks = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(locks).toHaveLength(1);
    for (const lock of locks) await lock.release();
  });
});

describe('files of another account', () => {
  onlyInAll.it('make the server run as their owner if we are root', async () => {
    const { dataDir, remove } = await hiddenDataDir();
    await (await start(dataDir)).stop();
    const root = process.getuid?.() === 0;
    if (root) await giveAway(join(dataDir, 'postgres'), 4711);
    const server = await start(dataDir);
    const pid = await postmaster(dataDir);
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
    if (status !== undefined)
      expect(Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])).toBe(root ? 4711 : process.getuid?.());
    await server.stop();
    await remove();
  });
});

async function giveAway(folder: string, uid: number): Promise<void> {
  const { readdir } = await import('node:fs/promises');
  await chown(folder, uid, uid);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), uid, uid);
}
