// Measures the factor by which this machine is currently slower than an idle machine. The limits and waits of
// tests are multiplied by the factor.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** Milliseconds that the work below takes on an idle machine of 2025 with two cores. */
const IDLE_MS = 120;
const ROUNDS = 3;

/** Does work that is typical of tests: starts a process, then uses a core. */
function work() {
  execFileSync(process.execPath, ['-e', '0']);
  const hash = createHash('sha256');
  const block = Buffer.alloc(1 << 20);
  for (let n = 0; n < 100; n += 1) hash.update(block);
  hash.digest();
}

/**
 * Returns the factor. The slowness is the median time of the rounds divided by the time on an idle machine,
 * and at least 1. The factor is 2 × slowness − 1, which doubles the part above 1. The reason is that some
 * work needs several cores at once, such as a cold thread beside a server, its database and a browser. A busy
 * machine slows such work down more than a single process.
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
 * Returns the factor. It is measured when it is first needed, and child processes read it from their
 * environment.
 * @returns at least 1
 */
export function timeFactor() {
  process.env.TEST_TIME_FACTOR ??= measure().toFixed(2);
  return Number(process.env.TEST_TIME_FACTOR);
}

/**
 * Measures the factor again, because other work may have begun on this machine meanwhile. The factor only
 * grows: work that pauses now may go on.
 */
export function renewTimeFactor() {
  process.env.TEST_TIME_FACTOR = Math.max(timeFactor(), measure()).toFixed(2);
  return timeFactor();
}
