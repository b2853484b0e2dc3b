import type { Patience } from '#src/app/backend-options';
import { patience } from '#src/platform/testing/patience';

/** Of the backends under test, as they have them by default. */
export const backendPatience = (): Patience & { readonly stopMs: number } => ({
  connectMs: patience(5_000),
  answerMs: patience(5_000),
  visibleMs: patience(2_000),
  jobsMs: patience(5_000),
  cutMs: patience(8_000),
  stopMs: patience(20_000),
});
