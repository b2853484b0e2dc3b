/**
 * Set before each test file (jest/run-settings.cjs). It is undefined outside of jest, where time limits are
 * not multiplied.
 */
declare global {
  var TEST_TIME_FACTOR: number | undefined;
}

/**
 * Returns a test's time limit, multiplied by the factor by which this machine is slower than an idle one
 * (scripts/time-factor.mjs).
 * @param ms milliseconds on an idle machine
 */
export const scaledTimeout = (ms: number): number => Math.ceil(ms * (globalThis.TEST_TIME_FACTOR ?? 1));
