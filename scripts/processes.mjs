// Starts child processes for a command. Neither a child nor any of its descendants outlives the command, even
// if the child ends before its descendants, or if the command fails or is interrupted.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isGroupAlive, processOf } from './process-table.mjs';

/**
 * Grace period in milliseconds, on an idle machine. A process and its descendants are killed if they have not
 * ended within this period after SIGTERM.
 */
const GRACE_MS = 30_000;
/**
 * Maximum number of milliseconds until killed processes are gone. A busy machine needs time to remove them.
 */
const KILLED_MS = 30_000;
const POLL_MS = 50;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const windows = process.platform === 'win32';
const running = new Set();
/** Functions to call when the command ends. */
const tidying = new Set();
/** True after the first signal. The command then starts no more processes. */
let ending = false;

/** True if the command was interrupted. Failures after the interruption are expected. */
export const isInterrupted = () => ending;

/** Returns the grace period in milliseconds, scaled like the limits of tests (time-factor.mjs). */
const graceMs = () => GRACE_MS * Number(process.env.TEST_TIME_FACTOR ?? 1);

/** @returns false if no process is left to receive the signal */
function send(child, signal) {
  try {
    // Each child leads its own process group, to which all its descendants belong.
    return process.kill(windows ? child.pid : -child.pid, signal);
  } catch {
    return false;
  }
}

/**
 * True if a process of the group is still running. The signal alone does not show this, because a group also
 * exists while its last process is a zombie.
 */
const isLeft = (child) => send(child, 0) && (windows || isGroupAlive(child.pid));

/**
 * Asks the remaining processes of a group to end. Kills the processes that do not end within the grace
 * period.
 */
async function endGroup(child) {
  if (!send(child, 'SIGTERM')) return;
  const until = Date.now() + graceMs();
  while (isLeft(child)) {
    if (Date.now() > until) send(child, 'SIGKILL');
    await pause(POLL_MS);
  }
}

async function interrupted(signal) {
  ending = true;
  await Promise.all([...running].map(({ stop }) => stop()));
  process.exit(128 + constants.signals[signal]);
}

let handling = false;

/**
 * Sets or removes the signal handlers, so that they exist only while there is a process to end or a function
 * to call. A signal that arrives during the change may be lost.
 */
function updateSignalHandlers() {
  const wanted = running.size + tidying.size > 0;
  if (wanted === handling) return;
  handling = wanted;
  for (const signal of SIGNALS) {
    if (wanted) process.on(signal, interrupted);
    else process.off(signal, interrupted);
  }
}

/**
 * Blocks this process while the condition is true, until the time `until` at the latest. Use it only while
 * the process exits, when the process has nothing else to do.
 */
function blockWhile(isSo, until) {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  while (isSo() && Date.now() < until) Atomics.wait(sleeper, 0, 0, POLL_MS);
}

/** Ends the child processes that are still running when the command exits, for instance after a failure. */
function endAll() {
  const until = Date.now() + graceMs();
  const left = [...running].map(({ child }) => child).filter(({ pid }) => pid !== undefined);
  for (const child of left) child.kill('SIGTERM');
  for (const child of left) {
    blockWhile(() => processOf(child.pid)?.ended === false, until);
    send(child, 'SIGTERM');
    blockWhile(() => isLeft(child), until);
    send(child, 'SIGKILL');
  }
  const gone = Date.now() + KILLED_MS;
  for (const child of left) blockWhile(() => isLeft(child), gone);
}

process.on('exit', () => {
  endAll();
  for (const work of tidying) work();
});

/**
 * Registers a function to be called when the command ends, even if it is interrupted or fails. The function
 * is called after all processes of the command have ended.
 * @param work must be synchronous
 * @returns a function that removes the registration
 */
export function atTheEnd(work) {
  tidying.add(work);
  updateSignalHandlers();
  return () => {
    tidying.delete(work);
    updateSignalHandlers();
  };
}

/**
 * Starts a program as a child process that ends with this command at the latest.
 * @throws Error if the command was interrupted, because nothing would end a process that is started
 * afterwards
 * @returns the child process, and `exited`, which resolves with the child's exit code, signal or error after
 * all its descendants have ended too, and `stop`, which ends the child and resolves as `exited` does
 */
export function start(command, args, options) {
  if (ending) throw new Error(`interrupted before ${command}`);
  const child = spawn(command, args, { ...options, detached: !windows });
  const failed = new Promise((resolve) => child.once('error', resolve));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  const exited = Promise.race([
    failed,
    ended.then(async (result) => {
      await endGroup(child);
      await closed;
      return result;
    }),
  ]).finally(() => {
    running.delete(started);
    updateSignalHandlers();
  });
  // Only the child gets the signal first, so that it has time to end its own children in order.
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([exited, pause(graceMs(), undefined, { ref: false })]);
    if (running.has(started)) await endGroup(child);
    return exited;
  };
  const started = { child, exited, stop };
  running.add(started);
  updateSignalHandlers();
  return started;
}

/**
 * Runs a program until it ends. Prints the program's output if the program fails, or as it is written if
 * `loud` is set.
 * @returns the output
 * @throws Error if the program fails
 */
export async function run(command, args, { loud = false, cwd, env = {} } = {}) {
  const output = [];
  const { child, exited } = start(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', loud ? 'inherit' : 'pipe', loud ? 'inherit' : 'pipe'],
    shell: windows,
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const result = await exited;
  const text = Buffer.concat(output).toString('utf8');
  if (result === 0) return text;
  // If the command was interrupted, the program's output does not explain the failure.
  if (!ending) process.stderr.write(text);
  throw new Error(
    `${command} ${args.join(' ')} ${result instanceof Error ? `could not be started: ${result.message}` : `ended with ${result}`}`,
  );
}
