// Processes that a command starts. None of them outlives it, nor what they started themselves: not when they
// end, not when the command is interrupted, and not when it fails and ends by itself.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isGroupAlive, processOf } from './process-table.mjs';

/** Milliseconds for a process and all that it started to end by themselves, on an idle machine. */
const GRACE_MS = 30_000;
/** Milliseconds for processes that were killed to be gone: a busy machine takes its time. */
const KILLED_MS = 30_000;
const LOOK_MS = 50;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const windows = process.platform === 'win32';
const running = new Set();
/** What is to be done at the command's end. */
const tidying = new Set();
/** From the first signal on: what the command would begin next is not begun. */
let ending = false;

/** What fails from then on is no fault of its own. */
export const isInterrupted = () => ending;

/** Stretched as the limits of tests are (time-factor.mjs). */
const graceMs = () => GRACE_MS * Number(process.env.TEST_TIME_FACTOR ?? 1);

/** @returns false where nobody is left to hear it */
function send(child, signal) {
  try {
    // Each is the leader of a group of its own, to which belongs whatever it starts.
    return process.kill(windows ? child.pid : -child.pid, signal);
  } catch {
    return false;
  }
}

/** A group is also there while nobody takes note of the end of its last one. */
const isLeft = (child) => send(child, 0) && (windows || isGroupAlive(child.pid));

/** Asks who is left of a process and its offspring to end, and makes them where they do not. */
async function endGroup(child) {
  if (!send(child, 'SIGTERM')) return;
  const until = Date.now() + graceMs();
  while (isLeft(child)) {
    if (Date.now() > until) send(child, 'SIGKILL');
    await pause(LOOK_MS);
  }
}

async function interrupted(signal) {
  ending = true;
  await Promise.all([...running].map(({ stop }) => stop()));
  process.exit(128 + constants.signals[signal]);
}

let heeding = false;

/** Signals are ours only while there is something to end or to tidy. One that comes while that changes may be lost. */
function heedSignals() {
  const wanted = running.size + tidying.size > 0;
  if (wanted === heeding) return;
  heeding = wanted;
  for (const signal of SIGNALS) {
    if (wanted) process.on(signal, interrupted);
    else process.off(signal, interrupted);
  }
}

/** Nothing but this function runs any more, so that it may wait. */
function waitWhile(isSo, until) {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  while (isSo() && Date.now() < until) Atomics.wait(sleeper, 0, 0, LOOK_MS);
}

/** A command that failed did not stop what it had started. */
function endAll() {
  const until = Date.now() + graceMs();
  const left = [...running].map(({ child }) => child).filter(({ pid }) => pid !== undefined);
  for (const child of left) child.kill('SIGTERM');
  for (const child of left) {
    waitWhile(() => processOf(child.pid)?.ended === false, until);
    send(child, 'SIGTERM');
    waitWhile(() => isLeft(child), until);
    send(child, 'SIGKILL');
  }
  const gone = Date.now() + KILLED_MS;
  for (const child of left) waitWhile(() => isLeft(child), gone);
}

process.on('exit', () => {
  endAll();
  for (const work of tidying) work();
});

/**
 * Does something when the command ends, after all that it started has ended: also when it is interrupted or fails.
 * @param work does not wait for anything
 * @returns what takes it back
 */
export function atTheEnd(work) {
  tidying.add(work);
  heedSignals();
  return () => {
    tidying.delete(work);
    heedSignals();
  };
}

/**
 * Starts a program that ends with this command at the latest.
 * @throws Error where the command was interrupted: nobody would end what it starts now
 * @returns the child process; `exited` resolves with its exit code, signal or error when all that it started
 *   is gone too; `stop` ends it and resolves then
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
    heedSignals();
  });
  // It is asked first, and has its time to end what it started in its own order.
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([exited, pause(graceMs(), undefined, { ref: false })]);
    if (running.has(started)) await endGroup(child);
    return exited;
  };
  const started = { child, exited, stop };
  running.add(started);
  heedSignals();
  return started;
}

/**
 * Runs a program to its end; its output is shown only when it fails, or when `loud`.
 * @returns what it printed
 * @throws Error where it fails
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
  // What is interrupted has nothing to tell.
  if (!ending) process.stderr.write(text);
  throw new Error(
    `${command} ${args.join(' ')} ${result instanceof Error ? `could not be started: ${result.message}` : `ended with ${result}`}`,
  );
}
