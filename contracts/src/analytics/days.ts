import type { ValidationKey } from '../validation-messages.js';
import { DAY_MS } from '../limits.js';

/** Number of days, today included, that a summary covers if the request names no dates. */
export const SUMMARY_DAYS_DEFAULT = 7;
/** Ten years. It limits how much a single summary reads and returns. */
export const SUMMARY_DAYS_MAX = 3653;

/** First and last day of a range, in Europe/Berlin, as `YYYY-MM-DD`. Both days are included. */
export interface DayRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** Pattern of a day, `YYYY-MM-DD`. It does not match a year that the user is still typing, such as 0026. */
export const DAY = /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/;
const midnight = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** True if a value is a day of the calendar, `YYYY-MM-DD`, of the years 1900 to 2999. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const at = midnight(value);
  return !Number.isNaN(at.getTime()) && dayOf(at) === value;
}

/**
 * Returns the day that is `days` days later, or earlier if the number is negative. The function counts
 * calendar days, so a clock change does not affect the result.
 * @param day `YYYY-MM-DD`
 */
export const addDays = (day: string, days: number): string =>
  dayOf(new Date(midnight(day).getTime() + days * DAY_MS));

/** Returns the number of days in a range, both ends included; 0 or less if the range is reversed. */
export const daysIn = ({ startDate, endDate }: DayRange): number =>
  (midnight(endDate).getTime() - midnight(startDate).getTime()) / DAY_MS + 1;

/** Returns each day of a range in order. */
export const daysOf = (range: DayRange): string[] =>
  Array.from({ length: Math.max(0, daysIn(range)) }, (_, index) => addDays(range.startDate, index));

/**
 * Returns the last `days` days, today included.
 * @param today `YYYY-MM-DD` in Europe/Berlin
 */
export const lastDays = (today: string, days: number): DayRange => ({
  startDate: addDays(today, 1 - days),
  endDate: today,
});

/**
 * Returns the requested range. A missing end becomes today. If the start is missing, the range has
 * `SUMMARY_DAYS_DEFAULT` days.
 * @param today `YYYY-MM-DD` in Europe/Berlin
 */
export function requestedRange(requested: Partial<DayRange>, today: string): DayRange {
  const endDate = requested.endDate ?? today;
  return { startDate: requested.startDate ?? lastDays(endDate, SUMMARY_DAYS_DEFAULT).startDate, endDate };
}

export type RangeProblem = Extract<ValidationKey, 'validation.range.reversed' | 'validation.range.max'>;

/**
 * Returns the problem of a range whose two ends are valid days. Returns undefined if the range has no
 * problem.
 */
export function rangeProblem(range: DayRange): RangeProblem | undefined {
  const days = daysIn(range);
  if (days < 1) return 'validation.range.reversed';
  return days > SUMMARY_DAYS_MAX ? 'validation.range.max' : undefined;
}
