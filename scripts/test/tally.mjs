// What a run of checks and tests says and counts. Of one that is interrupted nothing more is to be told.
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

/** Counts as one test. */
export function fail(why) {
  count({ passed: 0, failed: 1 });
  complain(`FAILED: ${why}`);
}

/**
 * One check is one test: it passed, or it is shown and counted as failed.
 * @returns whether it passed
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

/** The last line. @returns whether there was something, and all of it passed */
export function allPassed() {
  if (isInterrupted()) {
    console.log('Interrupted');
    return false;
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 && counts.passed > 0;
}
