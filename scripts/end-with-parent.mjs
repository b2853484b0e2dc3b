// Ends this process in an orderly way when its parent is gone. npm does not pass on every signal, and none if
// it is killed. Between npm and this process there may be a shell, which outlives npm.
import { isAlive, processOf } from './process-table.mjs';

/** Milliseconds between two checks. */
const POLL_MS = 500;
const SHELL = /^(?:.*\/)?-?(?:sh|dash|bash|ash|busybox|zsh)$/;
const parent = process.ppid;
const npm = process.env.npm_lifecycle_event === undefined ? undefined : npmBehindShell();

function npmBehindShell() {
  const found = process.platform === 'win32' ? undefined : processOf(parent);
  return found !== undefined && SHELL.test(found.name) ? found.ppid : undefined;
}

/**
 * True if the shell's parent has changed. That is also the case while nobody has collected npm's exit status.
 */
const isNpmGone = () => (process.platform === 'linux' ? processOf(parent)?.ppid !== npm : !isAlive(npm));

setInterval(() => {
  if (process.ppid !== parent || (npm !== undefined && isNpmGone())) process.kill(process.pid, 'SIGTERM');
}, POLL_MS).unref();
