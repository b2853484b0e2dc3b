import type {
  AdminAnalyticsView,
  AnalyticsSummaryView,
  DailyFunnelCount,
} from '@siegel/contracts/analytics/views';
import {
  FUNNEL_EVENT_TYPES,
  NDA_STATUSES,
  type NdaStatus,
  PAGE_NAMES,
  type PageName,
} from '@siegel/contracts/enums';
import type { Summand } from '../eventsourcing/projections/sums.js';
import { SUMS } from './figures.js';

// Pure functions that turn sums into the admin's views.

/** The count of one kind of step on one day, or the count of views of one page on all requested days. */
export interface DaySum {
  readonly kind: 'page' | 'step';
  /** `YYYY-MM-DD`; null for pages. */
  readonly day: string | null;
  readonly name: string;
  readonly value: number;
}

const total = (sums: readonly { readonly value: number }[]): number =>
  sums.reduce((sum, { value }) => sum + value, 0);

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);
/** Returns the name of a page; a page that no longer exists counts as `other`. */
const pageOf = (name: string): PageName => (isOneOf(PAGE_NAMES, name) ? name : 'other');

export function summaryOf(sums: readonly DaySum[]): AnalyticsSummaryView {
  const pages = sums.filter(({ kind }) => kind === 'page');
  const daily = sums.flatMap(({ day, name, value }) =>
    day !== null && isOneOf(FUNNEL_EVENT_TYPES, name) && value > 0
      ? [{ date: day, eventType: name, count: value }]
      : [],
  );
  const step = (one: DailyFunnelCount): number => FUNNEL_EVENT_TYPES.indexOf(one.eventType);
  return {
    totalPageViews: total(pages),
    pageViewsByPage: PAGE_NAMES.map((page) => ({
      page,
      count: total(pages.filter(({ name }) => pageOf(name) === page)),
    })),
    funnelMetrics: FUNNEL_EVENT_TYPES.map((eventType) => ({
      eventType,
      count: daily.reduce((sum, one) => (one.eventType === eventType ? sum + one.count : sum), 0),
    })),
    daily: daily.sort((a, b) => (a.date === b.date ? step(a) - step(b) : a.date < b.date ? -1 : 1)),
  };
}

export function adminFigures(sums: readonly Summand[]): AdminAnalyticsView {
  const of = (name: string, part = ''): number =>
    sums.find((sum) => sum.name === name && sum.part === part)?.value ?? 0;
  const byStatus = Object.fromEntries(
    NDA_STATUSES.map((status) => [status, of(SUMS.status, status)]),
  ) as Record<NdaStatus, number>;
  return {
    total: NDA_STATUSES.reduce((sum, status) => sum + byStatus[status], 0),
    byStatus,
    payments: {
      total: of(SUMS.allPaid),
      pending: of(SUMS.paymentOpen),
      totalRevenue: of(SUMS.revenue) / 100,
    },
  };
}
