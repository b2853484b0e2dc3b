import type { Timeouts } from '#src/app/backend-options';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';

/** Returns the default time limits for the backends under test, scaled by `TEST_TIME_FACTOR`. */
export const backendTimeouts = (): Timeouts & { readonly stopMs: number } => ({
  connectMs: scaledTimeout(5_000),
  answerMs: scaledTimeout(5_000),
  visibleMs: scaledTimeout(2_000),
  rowsMs: scaledTimeout(30_000),
  jobsMs: scaledTimeout(5_000),
  cutMs: scaledTimeout(8_000),
  stopMs: scaledTimeout(20_000),
});
