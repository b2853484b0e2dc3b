// How much slower this machine is now than an idle one: limits and waits of tests are stretched by it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** Milliseconds that the work below takes on an idle machine of two cores of 2025. */
const IDLE_MS = 120;
const ROUNDS = 3;

/** Work as tests do it: a process started, then a core used. */
function work() {
  execFileSync(process.execPath, ['-e', '0']);
  const hash = createHash('sha256');
  const block = Buffer.alloc(1 << 20);
  for (let n = 0; n < 100; n += 1) hash.update(block);
  hash.digest();
}

/**
 * The middle of some rounds against an idle machine, never below 1. What is above 1 counts twice: work that needs
 * several cores at once (a cold thread beside a server, its database and a browser) suffers more than one process does.
 */
function measure() {
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  const slower = Math.max(1, times.sort((a, b) => a - b)[ROUNDS >> 1] / IDLE_MS);
  return 2 * slower - 1;
}

/**
 * Measured once for a whole run: the processes that it starts take it from their environment.
 * @returns at least 1
 */
export function timeFactor() {
  process.env.TEST_TIME_FACTOR ??= measure().toFixed(2);
  return Number(process.env.TEST_TIME_FACTOR);
}
