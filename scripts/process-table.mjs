// Information about the system's processes. On Linux it comes from /proc, because `ps` may be missing. On
// Windows no information is available.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const linux = process.platform === 'linux';

/** Columns of `ps`. The program's name comes last, because it may contain spaces. */
const COLUMNS = ['pid', 'ppid', 'pgid', 'stat'];

/** @returns undefined if there is no process with that number */
function fromProc(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const [state, ppid, group] = text.slice(end + 2).split(' ');
    const name = text.slice(text.indexOf('(') + 1, end);
    return { pid: Number(pid), name, ppid: Number(ppid), group: Number(group), ended: state === 'Z' };
  } catch {
    return undefined;
  }
}

function fromPs(words) {
  try {
    const options = [...words, ...[...COLUMNS, 'comm'].flatMap((column) => ['-o', `${column}=`])];
    const lines = execFileSync('ps', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return lines
      .trim()
      .split('\n')
      .map((line) => {
        const [pid, ppid, group, state, ...name] = line.trim().split(/\s+/);
        return {
          pid: Number(pid),
          name: name.join(' '),
          ppid: Number(ppid),
          group: Number(group),
          ended: state.startsWith('Z'),
        };
      });
  } catch {
    return [];
  }
}

/** @returns the name, parent and group of a process; `ended` is true if the process is a zombie */
export const processOf = (pid) => (linux ? fromProc(pid) : fromPs(['-p', String(pid)])[0]);

function all() {
  if (process.platform === 'win32') return [];
  if (!linux) return fromPs(['-A']);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(fromProc)
    .filter((found) => found !== undefined);
}

/** True if at least one process of the group still runs. */
export const isGroupAlive = (group) => all().some((one) => one.group === group && !one.ended);

/**
 * Returns a process's start time; '' if it is unknown. The start time distinguishes the process from a later
 * process with the same id.
 */
export function birthOf(pid) {
  try {
    if (linux) {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
    }
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
