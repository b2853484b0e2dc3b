import { type DayRange, rangeAsked, rangeProblem } from '@siegel/contracts/analytics/days';
import type { AnalyticsSummaryQuery } from '@siegel/contracts/analytics/requests';
import { ValidationFailed } from '../http/problems/http-errors.js';

/**
 * The days that a summary is about; each of those asked for is one.
 * @param today `YYYY-MM-DD` in Europe/Berlin
 * @throws ValidationFailed of two that make no range, or too long a one
 */
export function summaryRange({ startDate, endDate }: AnalyticsSummaryQuery, today: string): DayRange {
  const range = rangeAsked(
    { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) },
    today,
  );
  const problem = rangeProblem(range);
  if (problem === undefined) return range;
  throw ValidationFailed.field(endDate === undefined ? 'startDate' : 'endDate', problem);
}
