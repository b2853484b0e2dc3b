import { type DayRange, daysIn, isDay, lastDays, rangeProblem } from '@siegel/contracts/analytics/days';
import { SUMMARY_DAYS_DEFAULT } from '@siegel/contracts/analytics/days';

/** Days that one press chooses, today included. */
export const PRESETS = [1, SUMMARY_DAYS_DEFAULT, 30, 90] as const;
export type Preset = (typeof PRESETS)[number];

/** What the address may say of a range: so many days up to today, or two days of the calendar. */
export interface RangeInAddress {
  readonly days: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface ChosenRange {
  /** As they stand in the two fields; what is no day shows as an empty one. */
  readonly from: string;
  readonly to: string;
  /** What is asked for; undefined while the two are no range. */
  readonly range: DayRange | undefined;
  readonly problem: 'incomplete' | 'reversed' | 'tooLong' | undefined;
  /** Which press gives the same; undefined where none does. */
  readonly preset: Preset | undefined;
}

const presetOf = (range: DayRange, today: string): Preset | undefined =>
  range.endDate === today ? PRESETS.find((days) => days === daysIn(range)) : undefined;

const PROBLEMS = { 'validation.range.reversed': 'reversed', 'validation.range.max': 'tooLong' } as const;

/**
 * The range that the address names; the last seven days where it names none (rule:dashboard-range).
 * @param today `YYYY-MM-DD` in Europe/Berlin
 */
export function rangeOf({ days, from, to }: RangeInAddress, today: string): ChosenRange {
  if (from === null && to === null) {
    const preset = PRESETS.find((one) => String(one) === days) ?? SUMMARY_DAYS_DEFAULT;
    const range = lastDays(today, preset);
    return { from: range.startDate, to: range.endDate, range, problem: undefined, preset };
  }
  const [startDate, endDate] = [from ?? '', to ?? ''];
  const fields = { from: isDay(startDate) ? startDate : '', to: isDay(endDate) ? endDate : '' };
  const none = { ...fields, range: undefined, preset: undefined };
  if (fields.from === '' || fields.to === '') return { ...none, problem: 'incomplete' };
  const range = { startDate, endDate };
  const problem = rangeProblem(range);
  if (problem !== undefined) return { ...none, problem: PROBLEMS[problem] };
  return { ...fields, range, problem: undefined, preset: presetOf(range, today) };
}
