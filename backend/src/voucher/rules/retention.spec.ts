import { DAY_MS } from '@siegel/contracts/limits';
import { history, START } from '../testing/given.js';
import { deleted, EXPIRES, issued, redeemed, released } from '../testing/samples.js';
import type { VoucherEvent } from '../voucher.events.js';
import { voucherDecider } from '../voucher.decider.js';
import { isRetentionOver } from './retention.js';

const DAYS = 90;
const ninetyDaysAfter = (time: string): number => Date.parse(time) + DAYS * DAY_MS;
const isPast = (at: number, ...events: readonly VoucherEvent[]): boolean =>
  isRetentionOver(
    history(events).reduce(voucherDecider.evolve, voucherDecider.initial),
    new Date(at).toISOString(),
    DAYS,
  );

describe('the retention time of a voucher', () => {
  it('is over this many days after the expiry, and not before', () => {
    const end = ninetyDaysAfter(EXPIRES);
    expect([isPast(end - 1, issued), isPast(end, issued)]).toEqual([false, true]);
  });

  it('is over this many days after the use, unless it was freed again', () => {
    const end = ninetyDaysAfter(START);
    expect([isPast(end - 1, issued, redeemed()), isPast(end, issued, redeemed())]).toEqual([false, true]);
    expect(isPast(end, issued, redeemed(), released())).toBe(false);
  });

  it('is over immediately after a deletion', () =>
    expect(isPast(Date.parse(START), issued, deleted)).toBe(true));

  it('does not begin if there is no voucher', () =>
    expect(isPast(Date.parse('2100-01-01T00:00:00Z'))).toBe(false));
});
