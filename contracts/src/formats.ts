import { ownMember } from './own-members.js';
import { CURRENCY } from './limits.js';
import type { Language, PenaltyClause } from './enums.js';

/**
 * Formats of each language (rule:formats-of-a-language). They are the same in every browser and on the
 * server. The functions below format the agreement's values without `Intl`, because the wording of `Intl`
 * changes between versions and the document's hash must not change. No-break spaces keep a number and its
 * unit together.
 */
const NBSP = '\u00a0';

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  de: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
};

/** `1.250.000` or `1,250,000`. @param value a whole number, not negative */
export const formatWhole = (value: number, language: Language): string =>
  String(value).replace(/\B(?=(\d{3})+$)/g, language === 'de' ? '.' : ',');

/** `12,50 €` or `€12.50`. @param cents integer cents of EUR */
export function formatMoney(cents: number, language: Language): string {
  const sign = cents < 0 ? '-' : '';
  const whole = formatWhole(Math.floor(Math.abs(cents) / 100), language);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return language === 'de' ? `${sign}${whole},${rest}${NBSP}€` : `${sign}€${whole}.${rest}`;
}

const PRESET_EUROS: Readonly<Record<string, number>> = {
  '10k': 10_000,
  '25k': 25_000,
  '50k': 50_000,
  '100k': 100_000,
};

/** Returns the whole EUR of a penalty clause: 0 for `none`, undefined if it names no valid amount. */
export function penaltyEuros(clause: PenaltyClause | ''): number | undefined {
  if (clause === 'none') return 0;
  const preset = ownMember(PRESET_EUROS, clause);
  if (preset !== undefined) return preset;
  const custom = /^custom:([1-9]\d{0,14})$/.exec(clause);
  return custom?.[1] === undefined ? undefined : Number(custom[1]);
}

/**
 * `25.000 EUR` or `25,000 EUR`; `keine` or `none`. Returns an empty text for an invalid clause, for example a
 * clause that the user is still typing.
 */
export function formatPenalty(clause: PenaltyClause, language: Language): string {
  const euros = penaltyEuros(clause);
  if (euros === undefined) return '';
  if (euros === 0) return language === 'de' ? 'keine' : 'none';
  return `${formatWhole(euros, language)}${NBSP}${CURRENCY}`;
}

interface NamedDay {
  readonly year: string;
  readonly month: string;
  readonly date: number;
}

function namedDay(day: string, language: Language): NamedDay {
  const [year = '', month = '', date = ''] = day.split('-');
  return { year, month: MONTHS[language][Number(month) - 1] ?? '', date: Number(date) };
}

/** `12. November 2026` or `12 November 2026`. @param day `YYYY-MM-DD` */
export function formatDay(day: string, language: Language): string {
  const { year, month, date } = namedDay(day, language);
  return `${date}${language === 'de' ? '.' : ''}${NBSP}${month}${NBSP}${year}`;
}

/**
 * `12. November 2026` or `November 12, 2026`. Version 1 of the agreement uses this format, so the format
 * never changes.
 * @param day `YYYY-MM-DD`
 */
export function formatDayMonthFirst(day: string, language: Language): string {
  if (language === 'de') return formatDay(day, language);
  const { year, month, date } = namedDay(day, language);
  return `${month}${NBSP}${date}, ${year}`;
}

export type Zone = 'Europe/Berlin' | 'UTC';

/**
 * `Intl` serves only as a calendar: the code uses its numbers but not its wording. Formatters are slow to
 * create, and many pages show no date at first. Each formatter is therefore created on first use and then
 * kept.
 */
const calendar = (zone: Zone): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
const made: Partial<Record<Zone, Intl.DateTimeFormat>> = {};
const calendarOf = (zone: Zone): Intl.DateTimeFormat => (made[zone] ??= calendar(zone));

/** Returns the parts of an instant in a zone as texts. Every part except the year has two digits. */
function parts(
  at: string | Date,
  zone: Zone,
): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string> {
  const found = Object.fromEntries(
    calendarOf(zone)
      .formatToParts(new Date(at))
      .map((part) => [part.type, part.value]),
  );
  const of = (type: string): string => ownMember(found, type) ?? '';
  return {
    year: of('year'),
    month: of('month'),
    day: of('day'),
    hour: of('hour'),
    minute: of('minute'),
    second: of('second'),
  };
}

/** Returns the day in Europe/Berlin, `YYYY-MM-DD`. @param at ISO 8601 UTC */
export function berlinDay(at: string | Date): string {
  const { year, month, day } = parts(at, 'Europe/Berlin');
  return `${year}-${month}-${day}`;
}

/** Returns the day in Europe/Berlin in words. @param at ISO 8601 UTC */
export const formatDate = (at: string | Date, language: Language): string =>
  formatDay(berlinDay(at), language);

/** `14:32 Uhr` or `2:32 PM`, Europe/Berlin. @param at ISO 8601 UTC */
export function formatTime(at: string | Date, language: Language): string {
  const { hour, minute } = parts(at, 'Europe/Berlin');
  if (language === 'de') return `${hour}:${minute}${NBSP}Uhr`;
  return `${Number(hour) % 12 === 0 ? 12 : Number(hour) % 12}:${minute}${NBSP}${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** `12. November 2026, 14:32 Uhr` or `12 November 2026, 2:32 PM`, Europe/Berlin. @param at ISO 8601 UTC */
export const formatDateTime = (at: string | Date, language: Language): string =>
  `${formatDate(at, language)}, ${formatTime(at, language)}`;

/**
 * Returns a time in the format for records, for example `2026-11-12 14:32:05`. The text does not name the
 * zone.
 * @param at ISO 8601 UTC
 */
export function formatTimestamp(at: string | Date, zone: Zone): string {
  const { year, month, day, hour, minute, second } = parts(at, zone);
  return `${year}-${month}-${day}${NBSP}${hour}:${minute}:${second}`;
}
