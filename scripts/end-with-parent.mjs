// Ends this process in an orderly way when whoever started it is gone: npm does not hand on every signal, and
// one that is killed hands on none. Between npm and this process may stand a shell, which outlives it.
import { isAlive, processOf } from './process-table.mjs';

/** Milliseconds. */
const LOOK_MS = 500;
const SHELL = /^(?:.*\/)?-?(?:sh|dash|bash|ash|busybox|zsh)$/;
const parent = process.ppid;
const npm = process.env.npm_lifecycle_event === undefined ? undefined : npmBehindShell();

function npmBehindShell() {
  const found = process.platform === 'win32' ? undefined : processOf(parent);
  return found !== undefined && SHELL.test(found.name) ? found.ppid : undefined;
}

/** The shell has another parent then, also where nobody has taken note of the end of the first one. */
const isNpmGone = () => (process.platform === 'linux' ? processOf(parent)?.ppid !== npm : !isAlive(npm));

setInterval(() => {
  if (process.ppid !== parent || (npm !== undefined && isNpmGone())) process.kill(process.pid, 'SIGTERM');
}, LOOK_MS).unref();
