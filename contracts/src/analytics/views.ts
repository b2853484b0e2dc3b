import { FUNNEL_EVENT_TYPES, NDA_STATUSES, PAGE_NAMES } from '../enums.js';
import {
  count,
  day,
  described,
  eachOf,
  euros,
  listOf,
  namedObject,
  objectOf,
  oneOf,
  type ViewOf,
} from '../schema.js';
import { SUMMARY_DAYS_MAX } from './days.js';

const pageViewCountSchema = objectOf({ page: oneOf(PAGE_NAMES), count });
export interface PageViewCount extends ViewOf<typeof pageViewCountSchema> {}

const eventType = oneOf(FUNNEL_EVENT_TYPES);
const funnelCountSchema = objectOf({ eventType, count });
export interface FunnelCount extends ViewOf<typeof funnelCountSchema> {}

const dailyFunnelCountSchema = objectOf({ date: day, eventType, count });
export interface DailyFunnelCount extends ViewOf<typeof dailyFunnelCountSchema> {}

export const analyticsSummarySchema = namedObject('AnalyticsSummary', {
  totalPageViews: count,
  pageViewsByPage: listOf(pageViewCountSchema, {
    maxItems: PAGE_NAMES.length,
    description: 'All page names, always in the same order',
  }),
  funnelMetrics: listOf(funnelCountSchema, {
    maxItems: FUNNEL_EVENT_TYPES.length,
    description: 'All steps, in the order in which visitors take them',
  }),
  daily: listOf(dailyFunnelCountSchema, {
    maxItems: SUMMARY_DAYS_MAX * FUNNEL_EVENT_TYPES.length,
    description: 'A step that nobody reached on a day is left out',
  }),
});
/**
 * Body of the 200 response to `GET /api/analytics/summary`: the figures for a range of days
 * (rule:funnel-comes-from-the-log).
 */
export interface AnalyticsSummaryView extends ViewOf<typeof analyticsSummarySchema> {}

export const adminAnalyticsSchema = namedObject('AdminAnalytics', {
  total: described('Number of NDAs that are neither discarded nor erased', count),
  byStatus: objectOf(eachOf(NDA_STATUSES, count)),
  payments: objectOf({
    total: described('Number of NDAs for which everything that is owed is paid, by card or voucher', count),
    pending: described('Number of NDAs with an open payment by card', count),
    totalRevenue: described(
      'EUR with two decimals: payments by card, less the money that was paid back. Payments of erased NDAs are included',
      euros,
    ),
  }),
});
/**
 * Body of the 200 response to `GET /api/admin/analytics`: current figures, independent of any range of days
 * (rule:figures-of-the-admin).
 */
export interface AdminAnalyticsView extends ViewOf<typeof adminAnalyticsSchema> {}
