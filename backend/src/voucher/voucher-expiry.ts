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
 * Returns the time that a clock in Berlin shows, read as if it were UTC. The result is in milliseconds,
 * rounded down to whole seconds.
 */
function berlinAsUtc(at: number): number {
  const parts = new Map(wallClock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: string): number => parts.get(type as Intl.DateTimeFormatPartTypes) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * Returns the instant at which a clock in Berlin shows midnight. `wall` is that midnight, read as if it were
 * UTC. The clocks change at 01:00 UTC, which is after midnight both in Berlin and in UTC. So the difference
 * between Berlin and UTC is the same at both midnights, and is computed only once.
 */
const midnight = (wall: number): number => wall - (berlinAsUtc(wall) - wall);

/**
 * Returns the last millisecond of the day that is `days` after the day of issue
 * (rule:voucher-valid-ten-days). Both days are days in Europe/Berlin. The clocks may change between them.
 * @returns ISO 8601 UTC; the voucher is accepted up to and including this instant
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
