import type { FunnelEventRequest } from '@siegel/contracts/analytics/requests';
import { isBot } from './bots.js';

/** The properties of the reporting client that matter for counting. */
export interface Visitor {
  readonly userAgent: string;
  /** True if the browser asks not to be tracked, by Do Not Track or Global Privacy Control. */
  readonly refusesTracking: boolean;
}

/** False for bots, and for visitors who refuse tracking (rule:do-not-track). */
export const countsPageView = ({ userAgent, refusesTracking }: Visitor): boolean =>
  !isBot(userAgent) && !refusesTracking;

/**
 * True if a reported event is counted. `created`, `signed` and `paid` are counted from the event log, so
 * reports of them are accepted but not counted (rule:funnel-comes-from-the-log).
 */
export const countsFunnelEvent = (
  eventType: FunnelEventRequest['eventType'],
  { userAgent }: Visitor,
): boolean => eventType === 'view' && !isBot(userAgent);
