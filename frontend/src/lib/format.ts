import { CURRENCY } from '@siegel/contracts/limits';

/** Returns the locale for formats in a language (rule:formats-of-a-language). */
export function locale(language: string): 'de-DE' | 'en-US' {
  return language === 'en' ? 'en-US' : 'de-DE';
}

/** Formats integer cents: `12,50 €` or `€12.50`. */
export function formatCents(cents: number, language: string): string {
  return new Intl.NumberFormat(locale(language), { style: 'currency', currency: CURRENCY }).format(
    cents / 100,
  );
}

/** Formats an ISO 8601 timestamp (UTC) as a date in the reader's time zone: `12. November 2025`. */
export function formatDate(iso: string, language: string): string {
  return new Intl.DateTimeFormat(locale(language), { dateStyle: 'long' }).format(new Date(iso));
}

/** Formats an ISO 8601 timestamp (UTC) as a short date in the reader's time zone: `22.11.2025`. */
export function formatShortDate(iso: string, language: string): string {
  return new Intl.DateTimeFormat(locale(language), {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date(iso));
}

/**
 * Formats an ISO 8601 timestamp (UTC) as a time in the reader's time zone: `14:36:05`. The date precedes the
 * time unless it is today.
 */
export function formatMoment(iso: string, language: string, now: Date): string {
  const at = new Date(iso);
  const time = at.toLocaleTimeString(locale(language), { timeStyle: 'medium' });
  return at.toDateString() === now.toDateString() ? time : `${formatShortDate(iso, language)}, ${time}`;
}

/** Formats an ISO 8601 timestamp (UTC) as day and minute in the reader's time zone: `19. Nov., 14:36`. */
export function formatDayAndTime(iso: string, language: string): string {
  return new Intl.DateTimeFormat(locale(language), {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso));
}
