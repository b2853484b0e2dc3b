// Sends this process SIGTERM when its parent is gone, so that it shuts down in an orderly way. npm does not
// forward every signal to this process. A killed npm forwards no signal at all. A shell between npm and this
// process may outlive npm, so npm is watched too.
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

/** True if npm is no longer the shell's parent. On Linux this also detects npm as a zombie process. */
const isNpmGone = () => (process.platform === 'linux' ? processOf(parent)?.ppid !== npm : !isAlive(npm));

setInterval(() => {
  if (process.ppid !== parent || (npm !== undefined && isNpmGone())) process.kill(process.pid, 'SIGTERM');
}, POLL_MS).unref();
