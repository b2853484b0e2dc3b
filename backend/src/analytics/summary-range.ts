import { type DayRange, requestedRange, rangeProblem } from '@siegel/contracts/analytics/days';
import type { AnalyticsSummaryQuery } from '@siegel/contracts/analytics/requests';
import { ValidationFailed } from '../http/problems/http-errors.js';

/**
 * Returns the days of a summary, including the first and the last requested day.
 * @param today `YYYY-MM-DD` in Europe/Berlin
 * @throws ValidationFailed if the days form no range, or if the range is too long
 */
export function summaryRange({ startDate, endDate }: AnalyticsSummaryQuery, today: string): DayRange {
  const range = requestedRange(
    { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) },
    today,
  );
  const problem = rangeProblem(range);
  if (problem === undefined) return range;
  throw ValidationFailed.field(endDate === undefined ? 'startDate' : 'endDate', problem);
}
