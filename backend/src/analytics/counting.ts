import type { FunnelEventRequest } from '@siegel/contracts/analytics/requests';
import { isBot } from './bots.js';

/** Who reports, as far as it matters for counting. */
export interface Visitor {
  readonly userAgent: string;
  /** Whether the browser asks not to be tracked, by Do Not Track or Global Privacy Control. */
  readonly refusesTracking: boolean;
}

/** Neither bots nor those who refuse it (rule:do-not-track). */
export const countsPageView = ({ userAgent, refusesTracking }: Visitor): boolean =>
  !isBot(userAgent) && !refusesTracking;

/**
 * `created`, `signed` and `paid` are facts of the log: what is posted for them is accepted and not counted
 * (rule:funnel-comes-from-the-log).
 */
export const countsFunnelEvent = (
  eventType: FunnelEventRequest['eventType'],
  { userAgent }: Visitor,
): boolean => eventType === 'view' && !isBot(userAgent);
