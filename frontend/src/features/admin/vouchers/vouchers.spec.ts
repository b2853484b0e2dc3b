import { voucherState } from './vouchers.js';

const now = new Date('2026-11-21T12:00:00.000Z');

describe('the state of a voucher', () => {
  it.each([
    [{ isUsed: false, expiresAt: '2026-11-21T12:00:00.000Z' }, 'available'],
    [{ isUsed: false, expiresAt: '2026-11-21T11:59:59.999Z' }, 'expired'],
    [{ isUsed: true, expiresAt: '2026-11-01T00:00:00.000Z' }, 'used'],
  ])('of %j is %s', (voucher, state) => {
    expect(voucherState(voucher, now)).toBe(state);
  });
});
