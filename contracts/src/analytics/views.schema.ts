import { FUNNEL_EVENT_TYPES, PAGE_NAMES } from '../enums.js';
import { count, day, euros, listOf, named, objectOf, oneOf, type Schema } from '../schema.js';
import type {
  AdminAnalyticsView,
  AnalyticsSummaryView,
  DailyFunnelCount,
  FunnelCount,
  PageViewCount,
} from './views.js';
import { SUMMARY_DAYS_MAX } from './days.js';

const eventType = oneOf(FUNNEL_EVENT_TYPES);

export const analyticsSummarySchema: Schema<AnalyticsSummaryView> = named(
  'AnalyticsSummary',
  objectOf<AnalyticsSummaryView>({
    totalPageViews: count,
    pageViewsByPage: listOf(objectOf<PageViewCount>({ page: oneOf(PAGE_NAMES), count }), {
      maxItems: PAGE_NAMES.length,
    }),
    funnelMetrics: listOf(objectOf<FunnelCount>({ eventType, count }), {
      maxItems: FUNNEL_EVENT_TYPES.length,
    }),
    daily: listOf(objectOf<DailyFunnelCount>({ date: day, eventType, count }), {
      maxItems: SUMMARY_DAYS_MAX * FUNNEL_EVENT_TYPES.length,
      description: 'What did not happen on a day is left out',
    }),
  }),
);

export const adminAnalyticsSchema: Schema<AdminAnalyticsView> = named(
  'AdminAnalytics',
  objectOf<AdminAnalyticsView>({
    total: count,
    byStatus: objectOf<AdminAnalyticsView['byStatus']>({
      draft: count,
      party1_signed: count,
      completed: count,
      sent: count,
    }),
    payments: objectOf<AdminAnalyticsView['payments']>({ total: count, pending: count, totalRevenue: euros }),
  }),
);
