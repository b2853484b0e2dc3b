/**
 * Set before each test file (jest/run-settings.cjs). The variable is undefined outside of jest, so time
 * limits are not multiplied there.
 */
declare global {
  var TEST_TIME_FACTOR: number | undefined;
}

/**
 * Multiplies a test's time limit by a factor, which says how much slower this machine is than an idle machine
 * (scripts/time-factor.mjs).
 * @param ms milliseconds on an idle machine
 */
export const scaledTimeout = (ms: number): number => Math.ceil(ms * (globalThis.TEST_TIME_FACTOR ?? 1));
