import { type DayRange, daysIn, isDay, lastDays, rangeProblem } from '@siegel/contracts/analytics/days';
import { SUMMARY_DAYS_DEFAULT } from '@siegel/contracts/analytics/days';

/** The choices of the buttons: numbers of days up to and including today. */
export const PRESETS = [1, SUMMARY_DAYS_DEFAULT, 30, 90] as const;
export type Preset = (typeof PRESETS)[number];

/** The range in the address: either a number of days up to today, or two dates. */
export interface RangeInAddress {
  readonly days: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface ChosenRange {
  /** Values of the two fields. If a value is not a date, its field is empty. */
  readonly from: string;
  readonly to: string;
  /** The range to request. Undefined while the two fields do not give a valid range. */
  readonly range: DayRange | undefined;
  readonly problem: 'incomplete' | 'reversed' | 'tooLong' | undefined;
  /** The preset that covers the same days as `range`. Undefined if no preset does. */
  readonly preset: Preset | undefined;
}

const presetOf = (range: DayRange, today: string): Preset | undefined =>
  range.endDate === today ? PRESETS.find((days) => days === daysIn(range)) : undefined;

const PROBLEMS = { 'validation.range.reversed': 'reversed', 'validation.range.max': 'tooLong' } as const;

/**
 * Returns the range that the address names, or the last seven days if it names none (rule:dashboard-range).
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
