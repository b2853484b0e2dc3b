/** Set before each test file (jest/run-settings.cjs); without jest no limit is stretched. */
declare global {
  var TEST_TIME_FACTOR: number | undefined;
}

/**
 * A time limit of a test, multiplied by how much slower this machine is than an idle one
 * (scripts/time-factor.mjs).
 * @param ms milliseconds on an idle machine
 */
export const scaledTimeout = (ms: number): number => Math.ceil(ms * (globalThis.TEST_TIME_FACTOR ?? 1));
