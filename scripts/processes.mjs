// Processes that a command starts. None of them outlives it, nor what they started themselves: not when they
// end, and not when the command is interrupted.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds for a process and all that it started to end by themselves. */
const GRACE_MS = 30_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const windows = process.platform === 'win32';
const running = new Set();
/** From the first signal on: what the command would begin next is not begun. */
let ending = false;

/** @returns false where nobody is left to hear it */
function send(child, signal) {
  try {
    // Each is the leader of a group of its own, to which belongs whatever it starts.
    return process.kill(windows ? child.pid : -child.pid, signal);
  } catch {
    return false;
  }
}

/** Asks who is left of a process and its offspring to end, and makes them where they do not. */
async function endGroup(child) {
  if (!send(child, 'SIGTERM')) return;
  const until = Date.now() + GRACE_MS;
  while (send(child, 0)) {
    if (Date.now() > until) send(child, 'SIGKILL');
    await pause(50);
  }
}

async function interrupted(signal) {
  ending = true;
  await Promise.all([...running].map(({ stop }) => stop()));
  process.exit(128 + constants.signals[signal]);
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
    if (running.size === 0) for (const signal of SIGNALS) process.off(signal, interrupted);
  });
  // It is asked first, and has its time to end what it started in its own order.
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([exited, pause(GRACE_MS, undefined, { ref: false })]);
    if (running.has(started)) await endGroup(child);
    return exited;
  };
  const started = { child, exited, stop };
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, interrupted);
  running.add(started);
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
  process.stderr.write(text);
  throw new Error(
    `${command} ${args.join(' ')} ${result instanceof Error ? `could not be started: ${result.message}` : `ended with ${result}`}`,
  );
}
