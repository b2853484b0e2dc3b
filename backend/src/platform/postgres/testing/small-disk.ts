import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { giveTo } from '../../embedded-postgres/server-process.js';
import { serverUser } from '../../embedded-postgres/server-user.js';
import { createPool } from '../pool.js';
import { fillDisk, freeDisk } from './full-disk.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

const run = promisify(execFile);

/** A database whose disk can be filled. */
export interface SmallDisk {
  readonly database: TestDatabase;
  /** Call this after the tables are created. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates a database on which writes can be made to fail with the error of a full disk.
 * @param share the share of writing statements that fail, from 0 to 1; a share below 1 imitates a disk that
 * is nearly full and still takes some writes
 */
export async function pretendedDisk(share = 1): Promise<SmallDisk> {
  const database = await createTestDatabase();
  return {
    database,
    fill: () => fillDisk(database.pool, share),
    free: () => freeDisk(database.pool),
    remove: () => database.drop(),
  };
}

/**
 * Creates a database on a small disk of its own. Once the disk is filled, it has no free byte. The
 * write-ahead log is on another disk. Returns undefined if this account cannot mount a file system in memory.
 */
export async function smallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'siegel-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    await rmdir(folder);
    return undefined;
  }
  const database = await createTestDatabase();
  const { pathname } = new URL(database.url);
  const server = createPool(Object.assign(new URL(database.url), { pathname: '/postgres' }).href);
  const space = `small_${randomBytes(4).toString('hex')}`;
  await giveTo(await serverUser(), folder);
  await server.query(`CREATE TABLESPACE ${space} LOCATION '${folder}'`);
  await server.query(`ALTER DATABASE ${pathname.slice(1)} SET TABLESPACE ${space}`);
  const ballast = join(folder, 'ballast');
  return {
    database,
    fill: () => writeUntilFull(ballast),
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      await database.drop();
      await server.query(`DROP TABLESPACE ${space}`);
      await server.end();
      await run('umount', [folder]);
      await rmdir(folder);
    },
  };
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const bytes of [1024 * 1024, 4096]) {
      const chunk = Buffer.alloc(bytes);
      for (let full = false; !full; )
        await file.write(chunk).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error;
          full = true;
        });
    }
  } finally {
    await file.close();
  }
}
