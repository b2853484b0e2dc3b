/** Set before each test file (jest/run-settings.cjs); without jest nothing is stretched. */
declare global {
  var TEST_TIME_FACTOR: number | undefined;
}

/**
 * A limit of time for a test, stretched by how much slower this machine is than an idle one
 * (scripts/time-factor.mjs).
 * @param ms milliseconds on an idle machine
 */
export const patience = (ms: number): number => Math.ceil(ms * (globalThis.TEST_TIME_FACTOR ?? 1));
