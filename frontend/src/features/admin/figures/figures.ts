import type { DayRange } from '@siegel/contracts/analytics/days';
import type { AdminAnalyticsView, AnalyticsSummaryView } from '@siegel/contracts/analytics/views';
import { OFFICE_REFRESH_MS } from '@siegel/contracts/limits';
import { berlinDay } from '@siegel/contracts/formats';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api.js';

/** Looked at anew when a page opens, and every 30 seconds while somebody sees it (rule:office-looks-again). */
export const LOOKS_AGAIN = {
  staleTime: 0,
  refetchOnMount: 'always',
  refetchInterval: OFFICE_REFRESH_MS,
} as const;

/** What there is now, whatever the range. */
export function useTotals() {
  return useQuery<AdminAnalyticsView>({ queryKey: ['/api/admin/analytics'], ...LOOKS_AGAIN });
}

/** Figures never stand without the range that they are of. */
export interface RangeSummary extends AnalyticsSummaryView {
  readonly range: DayRange;
}

const summaryAddress = ({ startDate, endDate }: DayRange): string =>
  `/api/analytics/summary?${new URLSearchParams({ startDate, endDate })}`;

/** Without a range nothing is asked, and what was shown before stays. */
export function useSummary(range: DayRange | undefined) {
  return useQuery<RangeSummary>({
    queryKey: ['/api/analytics/summary', range?.startDate, range?.endDate],
    queryFn: async ({ signal }) => {
      if (range === undefined) throw new Error('no range');
      return { ...(await api.get<AnalyticsSummaryView>(summaryAddress(range), { signal })), range };
    },
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
    ...LOOKS_AGAIN,
  });
}

/** Today in Europe/Berlin, `YYYY-MM-DD`: a page that stays open overnight goes on with the next day. */
export function useToday(): string {
  const [today, setToday] = useState(() => berlinDay(new Date()));
  useEffect(() => {
    const timer = setInterval(() => setToday(berlinDay(new Date())), OFFICE_REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}
