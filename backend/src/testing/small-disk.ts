import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTo } from '../platform/embedded-postgres/server-process.js';
import { serverUser } from '../platform/embedded-postgres/server-user.js';

/** Megabytes: room for the tables of some hundred agreements. */
const SIZE = 256;
const BLOCK = Buffer.alloc(4096);

/** A file system of its own, which can be full. */
export interface SmallDisk {
  /** A folder on it that belongs to the database's server. */
  readonly path: string;
  fill(): Promise<void>;
  empty(): Promise<void>;
  remove(): Promise<void>;
}

/** Undefined where this machine does not let us make one: that takes Linux, and the right to mount. */
export async function smallDisk(): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'siegel-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}m,mode=755`, 'tmpfs', path], {
      stdio: 'ignore',
    });
  } catch {
    await rmdir(path);
    return undefined;
  }
  await giveTo(await serverUser(), path);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: async () => {
      const file = await open(ballast, 'a');
      try {
        for (;;) await file.write(BLOCK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(ballast, { force: true }),
    remove: async () => {
      execFileSync('umount', [path]);
      await rmdir(path);
    },
  };
}
