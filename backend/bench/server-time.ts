import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Of the clock in which Linux counts, whatever the processor's is. */
const TICKS_PER_SECOND = 100;
/** Places behind the name of a process, which may have blanks (proc_pid_stat(5)). */
const [PARENT, USER, CHILDREN_SYSTEM] = [1, 11, 14];

interface Times {
  readonly pid: number;
  readonly parent: number;
  /** Its own, and of children that have ended; seconds. */
  readonly seconds: number;
}

function timesIn(pid: number, stat: string): Times {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = fields.slice(USER, CHILDREN_SYSTEM + 1).reduce((sum, one) => sum + one, 0);
  return { pid, parent: fields[PARENT] ?? 0, seconds: ticks / TICKS_PER_SECOND };
}

const timesOf = (pid: number): Promise<Times | undefined> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => timesIn(pid, stat),
    // It has just ended.
    () => undefined,
  );

/**
 * Seconds of CPU that the embedded PostgreSQL of this data folder has used, all its processes, those that have ended
 * too. Undefined where the system does not tell.
 */
export async function serverSeconds(dataDir: string): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const [server] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n').map(Number);
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const times = await Promise.all(pids.map(timesOf));
  return times
    .filter((one) => one !== undefined && (one.pid === server || one.parent === server))
    .reduce((sum, one) => sum + (one?.seconds ?? 0), 0);
}
