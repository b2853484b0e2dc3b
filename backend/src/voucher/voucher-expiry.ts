const ZONE = 'Europe/Berlin';
const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

/** What a clock in Berlin shows, as if it were UTC, in milliseconds; to the second. */
function berlinAsUtc(at: number): number {
  const parts = new Map(wallClock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: string): number => parts.get(type as Intl.DateTimeFormatPartTypes) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Instant at which the Berlin clock shows `wall`. Midnight exists on every day there: the clock changes at 02:00 and 03:00. */
function instantOf(wall: number): number {
  const guess = wall - (berlinAsUtc(wall) - wall);
  return guess - (berlinAsUtc(guess) - wall);
}

/**
 * The last millisecond of the day that lies `days` after the day of issue, both in Europe/Berlin (decisions 5), summer time or not.
 * @returns ISO 8601 UTC; the voucher is accepted up to and including it
 */
export function voucherExpiry(issuedAt: Date, days: number): string {
  const issuedDay = new Date(berlinAsUtc(Math.floor(issuedAt.getTime() / 1000) * 1000));
  const dayAfterLast = Date.UTC(issuedDay.getUTCFullYear(), issuedDay.getUTCMonth(), issuedDay.getUTCDate() + days + 1);
  return new Date(instantOf(dayAfterLast) - 1).toISOString();
}
