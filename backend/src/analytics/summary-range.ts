import { type DayRange, requestedRange, rangeProblem } from '@siegel/contracts/analytics/days';
import type { AnalyticsSummaryQuery } from '@siegel/contracts/analytics/requests';
import { ValidationFailed } from '../http/problems/http-errors.js';

/**
 * The days of a summary; each requested day is included.
 * @param today `YYYY-MM-DD` in Europe/Berlin
 * @throws ValidationFailed for days that form no range, or too long a one
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
