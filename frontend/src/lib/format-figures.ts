import { locale } from './format.js';

// Formats of the admin pages, separate from the formats that every first view loads. The day precedes the
// month. English writes the month as a word.

/**
 * Formats an ISO 8601 timestamp (UTC) as a short date: `22.11.2025` or `22 Nov 2025`
 * (rule:formats-of-a-language). The date is in `timeZone`, or in the reader's time zone if `timeZone` is not
 * given.
 */
export function formatShortDate(iso: string, language: string, timeZone?: string): string {
  const isEnglish = language === 'en';
  return new Intl.DateTimeFormat(isEnglish ? 'en-GB' : 'de-DE', {
    day: isEnglish ? 'numeric' : '2-digit',
    month: isEnglish ? 'short' : '2-digit',
    year: 'numeric',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(iso));
}

/** Formats a calendar day `YYYY-MM-DD` as `22.11.2025` or `22 Nov 2025`. */
export function formatShortDay(day: string, language: string): string {
  return formatShortDate(`${day}T00:00:00Z`, language, 'UTC');
}

/**
 * Formats an ISO 8601 timestamp (UTC) as date and minute in the reader's time zone: `22.11.2025, 14:36` or
 * `22 Nov 2025, 2:36 PM`.
 */
export function formatShortMoment(iso: string, language: string): string {
  const time = new Date(iso).toLocaleTimeString(locale(language), { timeStyle: 'short' });
  return `${formatShortDate(iso, language)}, ${time}`;
}

/** Formats a count with separators: `1.284` or `1,284`. */
export function formatCount(value: number, language: string): string {
  return new Intl.NumberFormat(locale(language)).format(value);
}

/**
 * Formats a rate with one decimal, `24,3 %` or `24.3%`. A dash if there is no rate.
 * @param rate 1 is 100 %
 */
export function formatRate(rate: number | null, language: string): string {
  if (rate === null) return '–';
  return new Intl.NumberFormat(locale(language), {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(rate);
}

/** Formats a calendar day `YYYY-MM-DD` without its year, short enough for an axis: `22.11.` or `22 Nov`. */
export function formatAxisDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'de-DE', {
    day: 'numeric',
    month: language === 'en' ? 'short' : 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}
