import { HOUR_MS } from '@siegel/contracts/limits';
import type { Scheduled } from '../platform/jobs/scheduled.js';

interface Kept {
  forgetOld(signal: AbortSignal): Promise<void>;
}

/** What was accepted, done or kept long ago is of no more use: nothing that is kept of mails grows without end. */
export const forgetOld = (name: `forget-${string}`, kept: Kept): Scheduled => ({
  name,
  everyMs: HOUR_MS,
  run: (signal) => kept.forgetOld(signal),
});
