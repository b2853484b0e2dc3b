// Ends this process in an orderly way when its parent is gone. npm does not forward every signal to this
// process. If npm is killed, it forwards none. A shell between npm and this process may outlive npm.
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
 * True if npm is no longer the shell's parent. On Linux this also detects an npm process that has ended but
 * whose exit status nobody has collected.
 */
const isNpmGone = () => (process.platform === 'linux' ? processOf(parent)?.ppid !== npm : !isAlive(npm));

setInterval(() => {
  if (process.ppid !== parent || (npm !== undefined && isNpmGone())) process.kill(process.pid, 'SIGTERM');
}, POLL_MS).unref();
