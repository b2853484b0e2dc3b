// Ends this process in an orderly way when whoever started it is gone: npm does not hand on every signal, and
// one that is killed hands on none. Between npm and this process may stand a shell, which outlives it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Milliseconds. */
const LOOK_MS = 500;
const SHELL = /^(?:.*\/)?-?(?:sh|dash|bash|ash|busybox|zsh)$/;
const parent = process.ppid;
const npm = process.env.npm_lifecycle_event === undefined ? undefined : npmBehindShell();

/** @returns name of a process and who started it; undefined where that cannot be told */
function look(pid) {
  try {
    if (process.platform !== 'linux') {
      const told = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
      const [, ppid, name] = /^\s*(\d+)\s+(.*)$/m.exec(told) ?? [];
      return { name: name?.trim(), ppid: Number(ppid) };
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), ppid: Number(stat.slice(end + 2).split(' ')[1]) };
  } catch {
    return undefined;
  }
}

function npmBehindShell() {
  const found = process.platform === 'win32' ? undefined : look(parent);
  return found !== undefined && SHELL.test(found.name) ? found.ppid : undefined;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The shell has another parent then, also where nobody has taken note of the end of the first one. */
const isNpmGone = () => (process.platform === 'linux' ? look(parent)?.ppid !== npm : !isAlive(npm));

setInterval(() => {
  if (process.ppid !== parent || (npm !== undefined && isNpmGone())) process.kill(process.pid, 'SIGTERM');
}, LOOK_MS).unref();
