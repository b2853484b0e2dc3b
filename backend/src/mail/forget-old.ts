import { HOUR_MS } from '@siegel/contracts/limits';
import type { Scheduled } from '../platform/jobs/scheduled.js';

interface OldRows {
  forgetOld(signal: AbortSignal): Promise<void>;
}

/**
 * Returns a scheduled task that deletes old rows every hour, so that no table about mails grows without
 * limit.
 */
export const forgetOld = (name: `forget-${string}`, rows: OldRows): Scheduled => ({
  name,
  everyMs: HOUR_MS,
  run: (signal) => rows.forgetOld(signal),
});
