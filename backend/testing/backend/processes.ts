import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** True if the process is running. False for a zombie, which has ended but was not reaped. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns the milliseconds for which the process's main thread has waited for a core; 0 if the system does
 * not count them.
 */
export function waitedForCore(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Returns pairs of a process id and its parent's id. On Linux it reads `/proc`, because not every Linux has
 * `ps`.
 */
function parents(): [pid: number, parent: number][] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return [[Number(pid), Number(parent)]];
    } catch {
      return [];
    }
  });
}

/** Returns the ids of the process and all its descendants. */
export function treeOf(root: number): number[] {
  const all = parents();
  const tree = [root];
  for (const pid of tree) tree.push(...all.filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

/**
 * Sends a signal to each process. Skips processes that have already ended, perhaps because of the signal to
 * another process.
 */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

/** Sends a signal to the process and all its descendants. */
export const signalTree = (root: number, signal: NodeJS.Signals): void => signalAll(treeOf(root), signal);
