import { HOUR_MS } from '@siegel/contracts/limits';
import type { Scheduled } from '../../platform/jobs/scheduled.js';
import type { HandledReports } from './handled-reports.js';

/** What was done long ago is repeated no more. */
export const forgetHandledReports = (handled: Pick<HandledReports, 'forgetOld'>): Scheduled => ({
  name: 'forget-handled-reports',
  everyMs: HOUR_MS,
  run: (signal) => handled.forgetOld(signal),
});
