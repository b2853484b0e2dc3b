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

/**
 * Returns the time that a clock in Berlin shows, read as if it were UTC: in milliseconds, but exact only to
 * the second.
 */
function berlinAsUtc(at: number): number {
  const parts = new Map(wallClock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: string): number => parts.get(type as Intl.DateTimeFormatPartTypes) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * Returns midnight in Berlin. The clocks change at 01:00 UTC, after midnight in Berlin and after midnight in
 * UTC, so the difference need be computed only once.
 */
const midnight = (wall: number): number => wall - (berlinAsUtc(wall) - wall);

/**
 * Returns the last millisecond of the day that is `days` after the day of issue, both in Europe/Berlin
 * (rule:voucher-valid-ten-days). The clocks may change in between.
 * @returns ISO 8601 UTC; the voucher is accepted up to and including it
 */
export function voucherExpiry(issuedAt: Date, days: number): string {
  const issuedDay = new Date(berlinAsUtc(Math.floor(issuedAt.getTime() / 1000) * 1000));
  const dayAfterLast = Date.UTC(
    issuedDay.getUTCFullYear(),
    issuedDay.getUTCMonth(),
    issuedDay.getUTCDate() + days + 1,
  );
  return new Date(midnight(dayAfterLast) - 1).toISOString();
}
