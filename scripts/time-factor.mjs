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
 * Returns the factor. It is based on the slowness: the time of the median round divided by that of an idle
 * machine, at least 1. The part above 1 is doubled (factor = 2 × slowness − 1), because work that needs
 * several cores at once (a cold thread beside a server, its database and a browser) suffers more than a
 * single process.
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
 * Returns the factor. It is measured only once for a whole run, and child processes read it from their
 * environment.
 * @returns at least 1
 */
export function timeFactor() {
  process.env.TEST_TIME_FACTOR ??= measure().toFixed(2);
  return Number(process.env.TEST_TIME_FACTOR);
}
