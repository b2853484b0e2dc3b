import type { Patience } from '#src/app/backend-options';
import { patience } from '#src/platform/testing/patience';

/** Returns the time limits of the backends under test, which are the defaults. */
export const backendPatience = (): Patience & { readonly stopMs: number } => ({
  connectMs: patience(5_000),
  answerMs: patience(5_000),
  visibleMs: patience(2_000),
  jobsMs: patience(5_000),
  cutMs: patience(8_000),
  stopMs: patience(20_000),
});
