import type { Patience } from '../app/backend-options.js';

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

/** Of the backends under test, as they have them by default. */
export const backendPatience = (): Patience & { readonly stopMs: number } => ({
  connectMs: patience(5_000),
  answerMs: patience(5_000),
  visibleMs: patience(2_000),
  jobsMs: patience(5_000),
  cutMs: patience(8_000),
  stopMs: patience(20_000),
});
