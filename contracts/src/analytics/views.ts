import type { FunnelEventType, NdaStatus, PageName } from '../enums.js';

export interface PageViewCount {
  page: PageName;
  count: number;
}

export interface FunnelCount {
  eventType: FunnelEventType;
  count: number;
}

export interface DailyFunnelCount extends FunnelCount {
  /** A day of Europe/Berlin, `YYYY-MM-DD`. */
  date: string;
}

/** 200 of `GET /api/analytics/summary`: what happened in a range of days (rule:funnel-comes-from-the-log). */
export interface AnalyticsSummaryView {
  totalPageViews: number;
  /** Every page name, in the order of `PAGE_NAMES`. */
  pageViewsByPage: PageViewCount[];
  /** Every step, in the order of `FUNNEL_EVENT_TYPES`. */
  funnelMetrics: FunnelCount[];
  /** By day, then in the order of the steps; what did not happen on a day is left out. */
  daily: DailyFunnelCount[];
}

/** 200 of `GET /api/admin/analytics`: what there is now, whatever the range of days (rule:figures-of-the-admin). */
export interface AdminAnalyticsView {
  /** NDAs that are neither discarded nor erased. */
  total: number;
  byStatus: Record<NdaStatus, number>;
  payments: {
    /** NDAs of which all that is owed is paid, by card or voucher. */
    total: number;
    /** NDAs with an open payment by card. */
    pending: number;
    /** EUR with two decimals, by card only and less what was paid back; of NDAs that were erased as well. */
    totalRevenue: number;
  };
}
