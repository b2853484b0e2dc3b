import { DAY_MS } from '@siegel/contracts/limits';
import { notBefore } from '../../eventsourcing/journal/event.js';
import type { NdaState } from '../nda.state.js';

/**
 * Returns the time of a decision, which is never before the last event (rule:time-never-runs-back). ISO 8601
 * UTC.
 */
export const timeOf = ({ lastAt }: Pick<NdaState, 'lastAt'>, { at }: { readonly at: string }): string =>
  notBefore(at, lastAt);

/** @returns ISO 8601 UTC, `days` times 24 hours later */
export const daysAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * DAY_MS).toISOString();
