import { CURRENCY } from '@siegel/contracts/limits';

/** The two formats that the product writes in (rule:formats-of-a-language). */
export function locale(language: string): 'de-DE' | 'en-US' {
  return language === 'en' ? 'en-US' : 'de-DE';
}

/** Integer cents: `12,50 €` or `€12.50`. */
export function formatCents(cents: number, language: string): string {
  return new Intl.NumberFormat(locale(language), { style: 'currency', currency: CURRENCY }).format(
    cents / 100,
  );
}

/** ISO 8601 UTC in, the reader's day out: `12. November 2025`. */
export function formatDate(iso: string, language: string): string {
  return new Intl.DateTimeFormat(locale(language), { dateStyle: 'long' }).format(new Date(iso));
}

/** The day before the month in both languages; in English its name, since figures are read either way round. */
const SHORT_DAY: Readonly<Record<'de-DE' | 'en-US', Intl.DateTimeFormatOptions>> = {
  'de-DE': { day: '2-digit', month: '2-digit', year: 'numeric' },
  'en-US': { day: 'numeric', month: 'short', year: 'numeric' },
};

function shortDay(at: Date, language: string, timeZone?: string): string {
  const format = SHORT_DAY[locale(language)];
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'de-DE', {
    ...format,
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);
}

/** ISO 8601 UTC in, the short day out: `22.11.2025` or `22 Nov 2025` (rule:formats-of-a-language). */
export function formatShortDate(iso: string, language: string): string {
  return shortDay(new Date(iso), language);
}

/** A day of the calendar in, `YYYY-MM-DD`, and out as {@link formatShortDate} writes it. */
export function formatShortDay(day: string, language: string): string {
  return shortDay(new Date(`${day}T00:00:00Z`), language, 'UTC');
}

/** ISO 8601 UTC in, the reader's short day and minute out: `22.11.2025, 14:36` or `22 Nov 2025, 2:36 PM`. */
export function formatShortMoment(iso: string, language: string): string {
  const time = new Date(iso).toLocaleTimeString(locale(language), { timeStyle: 'short' });
  return `${formatShortDate(iso, language)}, ${time}`;
}

/** ISO 8601 UTC in, the reader's time out: `14:36:05`, with the day in front unless that is today. */
export function formatMoment(iso: string, language: string, now: Date): string {
  const at = new Date(iso);
  const time = at.toLocaleTimeString(locale(language), { timeStyle: 'medium' });
  return at.toDateString() === now.toDateString() ? time : `${formatShortDate(iso, language)}, ${time}`;
}

/** ISO 8601 UTC in, the reader's day and minute out: `19. Nov., 14:36`. */
export function formatDayAndTime(iso: string, language: string): string {
  return new Intl.DateTimeFormat(locale(language), {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso));
}

/** A count, grouped: `1.284` or `1,284`. */
export function formatCount(value: number, language: string): string {
  return new Intl.NumberFormat(locale(language)).format(value);
}

/** With one decimal, `24,3 %` or `24.3%`; a dash where there is none. @param rate 1 is all */
export function formatRate(rate: number | null, language: string): string {
  if (rate === null) return '–';
  return new Intl.NumberFormat(locale(language), {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(rate);
}

/** A day of the calendar in, `YYYY-MM-DD`, and out without its year, as an axis has room for: `22.11.` or `22 Nov`. */
export function formatAxisDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'de-DE', {
    day: 'numeric',
    month: language === 'en' ? 'short' : 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}
