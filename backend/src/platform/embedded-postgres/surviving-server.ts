import { execFile } from 'node:child_process';
import { readFile, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../logging/logger.js';
import { OperatorError } from '../errors/operator-error.js';

const SHUTDOWN_MS = 30_000;

/**
 * Stops a server that outlived its backend (after `kill -9`), so that our server can use the folder. If the
 * old server no longer runs, the process id in its `postmaster.pid` may now belong to another program. The
 * file is then removed, because PostgreSQL would mistake the other program for the server.
 */
export async function stopOrphanedServer(folder: string, logger: Logger): Promise<void> {
  const note = join(folder, 'postmaster.pid');
  const pid = Number((await readFile(note, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (!(await isServerOf(pid, folder))) {
    await rm(note, { force: true });
    return;
  }
  logger.warn({ pid }, 'stopping an embedded PostgreSQL whose backend ended without stopping it');
  signal(pid, 'SIGINT');
  const started = Date.now();
  while (await isServerOf(pid, folder)) {
    if (Date.now() - started > SHUTDOWN_MS) signal(pid, 'SIGQUIT');
    if (Date.now() - started > 2 * SHUTDOWN_MS)
      throw new OperatorError(
        `The embedded PostgreSQL (process ${pid}) has not ended ${(2 * SHUTDOWN_MS) / 1000} s after the signal to stop. End this process by hand, then start the service again.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function isServerOf(pid: number, folder: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return (await commandOf(pid)).includes('postgres');
  const [program, where, ours] = await Promise.all([
    readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
    readlink(`/proc/${pid}/cwd`).catch(() => undefined),
    stat(folder),
  ]);
  if (!program.startsWith('postgres') || where === undefined) return false;
  const theirs = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
  return theirs?.ino === ours.ino && theirs.dev === ours.dev;
}

function commandOf(pid: number): Promise<string> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'command=', '-p', String(pid)], (_error, output) => resolve(output));
  });
}
