import type { DayRange } from '@siegel/contracts/analytics/days';
import type { AdminAnalyticsView, AnalyticsSummaryView } from '@siegel/contracts/analytics/views';
import { ADMIN_REFRESH_MS } from '@siegel/contracts/limits';
import { berlinDay } from '@siegel/contracts/formats';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api.js';

/**
 * Query options for figures: they are fetched when the page opens, and then every 30 seconds while the page
 * is visible (rule:office-looks-again).
 */
export const POLLED = {
  staleTime: 0,
  refetchOnMount: 'always',
  refetchInterval: ADMIN_REFRESH_MS,
} as const;

/** Fetches the current totals. They do not depend on the range. */
export function useTotals() {
  return useQuery<AdminAnalyticsView>({ queryKey: ['/api/admin/analytics'], ...POLLED });
}

/** Figures together with the range that they cover. */
export interface RangeSummary extends AnalyticsSummaryView {
  readonly range: DayRange;
}

const summaryAddress = ({ startDate, endDate }: DayRange): string =>
  `/api/analytics/summary?${new URLSearchParams({ startDate, endDate })}`;

/**
 * Fetches the figures of a range. If `range` is undefined, no request is sent, and the figures that were
 * fetched before stay on the screen.
 */
export function useSummary(range: DayRange | undefined) {
  return useQuery<RangeSummary>({
    queryKey: ['/api/analytics/summary', range?.startDate, range?.endDate],
    queryFn: async ({ signal }) => {
      if (range === undefined) throw new Error('no range');
      return { ...(await api.get<AnalyticsSummaryView>(summaryAddress(range), { signal })), range };
    },
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
    ...POLLED,
  });
}

/**
 * Returns today's date in Europe/Berlin, `YYYY-MM-DD`. On a page that stays open overnight it changes to the
 * next day.
 */
export function useToday(): string {
  const [today, setToday] = useState(() => berlinDay(new Date()));
  useEffect(() => {
    const timer = setInterval(() => setToday(berlinDay(new Date())), ADMIN_REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}
