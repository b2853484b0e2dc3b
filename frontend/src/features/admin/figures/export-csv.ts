import type { DayRange } from '@siegel/contracts/analytics/days';
import type { AnalyticsSummaryView } from '@siegel/contracts/analytics/views';
import type { FunnelEventType } from '@siegel/contracts/enums';
import { countsOf, overallRate, stepsOf } from './funnel.js';
import { linesOf } from './lines.js';

export interface CsvWords {
  readonly day: string;
  readonly total: string;
  readonly rate: string;
  readonly overall: string;
  readonly steps: Readonly<Record<FunnelEventType, string>>;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet treats a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Returns one field of a CSV line (RFC 4180). The field is quoted if necessary, and a spreadsheet never
 * treats it as a formula (rule:csv-is-data).
 */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');

/**
 * Returns a rate in percent with one decimal. Every language gets a decimal point. Empty if the rate would
 * divide by zero.
 */
const percent = (rate: number | null): string => (rate === null ? '' : (rate * 100).toFixed(1));

/**
 * Returns the funnel of a range as CSV: one line for each day, then the totals, then the rates in percent. A
 * day begins at midnight in Europe/Berlin.
 */
export function funnelCsv(range: DayRange, summary: AnalyticsSummaryView, words: CsvWords): string {
  const counts = countsOf(summary.funnelMetrics);
  const steps = stepsOf(counts);
  const { days, lines } = linesOf(range, summary.daily);
  return csvOf([
    [words.day, ...steps.map(({ type }) => words.steps[type]), words.overall],
    ...days.map((day, at) => [day, ...lines.map((line) => line.counts[at] ?? 0), '']),
    [words.total, ...steps.map(({ count }) => count), ''],
    [words.rate, ...steps.map(({ rate }) => percent(rate)), percent(overallRate(counts))],
  ]);
}

export const csvFileName = ({ startDate, endDate }: DayRange): string => `funnel_${startDate}_${endDate}.csv`;
