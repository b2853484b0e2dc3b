// Counts and prints the results of all checks and tests of a run. After an interruption it prints no more
// results.
import { isInterrupted } from '../processes.mjs';

const started = Date.now();
const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
const counts = { passed: 0, failed: 0 };

export function say(text) {
  if (!isInterrupted()) console.log(`[${seconds().padStart(5)}] ${text}`);
}

export function complain(text) {
  if (!isInterrupted()) console.error(text);
}

export function count({ passed, failed }) {
  counts.passed += passed;
  counts.failed += failed;
}

/** Counts and prints one failed test. */
export function fail(why) {
  count({ passed: 0, failed: 1 });
  complain(`FAILED: ${why}`);
}

/**
 * Runs a check and counts it as one test. Prints its failure.
 * @returns true if it passed
 */
export async function check(name, work) {
  say(name);
  try {
    await work();
    count({ passed: 1, failed: 0 });
    return true;
  } catch (error) {
    fail(`${name}\n${error.message}\n`);
    return false;
  }
}

export const hasFailed = () => counts.failed > 0;

/** Prints the counts. @returns true if at least one test ran and all tests passed */
export function allPassed() {
  if (isInterrupted()) {
    console.log('Interrupted');
    return false;
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0;
}
