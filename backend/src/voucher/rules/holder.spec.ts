import { history } from '../testing/given.js';
import { issued, redeemed, released } from '../testing/samples.js';
import type { VoucherEvent } from '../voucher.events.js';
import { isHeldBy, lossReason } from './holder.js';

const MINE = { ndaId: 'nda-1', party: 1 } as const;

describe('a redeemed voucher', () => {
  it('is held by one party of one NDA', () => {
    expect(isHeldBy(MINE, MINE)).toBe(true);
    for (const other of [{ ...MINE, party: 2 } as const, { ...MINE, ndaId: 'nda-2' }, undefined])
      expect(isHeldBy(other, MINE)).toBe(false);
  });
});

describe('a voucher that this party no longer holds', () => {
  const why = (...events: readonly VoucherEvent[]) => lossReason(history([issued, ...events]), MINE);
  const releasedBecause = (because: string): VoucherEvent => ({
    type: 'VoucherReleased',
    open: { ...MINE, because },
  });

  it('was refused by the NDA, with the reason recorded in its last release', () => {
    expect(why(redeemed(), released())).toBe('already_paid');
    expect(why(redeemed(), released(), redeemed(), releasedBecause('link_expired'))).toBe('link_expired');
  });

  it('counts as used if this party never released it, or released it for an unknown reason', () => {
    expect(why(redeemed('nda-2'), released('nda-2'))).toBe('voucher_used');
    expect(why(redeemed(), releasedBecause('no_such_code'))).toBe('voucher_used');
    expect(why()).toBe('voucher_used');
  });
});
