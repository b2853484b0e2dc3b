import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A zombie that nobody collected is no longer alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Milliseconds that the process's main thread was ready and had no core, so far; 0 where nobody counts them. */
export function waitedForCore(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** Pairs of process and parent. Not every Linux has `ps`. */
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

/** The process and all below it. */
export function treeOf(root: number): number[] {
  const all = parents();
  const tree = [root];
  for (const pid of tree) tree.push(...all.filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

/** Signals each of them; what has ended meanwhile, by the signal to another of them perhaps, is left out. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

/** Signals the process and all below it. */
export const signalTree = (root: number, signal: NodeJS.Signals): void => signalAll(treeOf(root), signal);
