import { voucherExpiry } from './voucher-expiry.js';

describe('voucherExpiry', () => {
  it.each([
    ['in winter', '2026-11-02T10:00:00Z', '2026-11-12T22:59:59.999Z'],
    ['in summer', '2026-07-01T10:00:00Z', '2026-07-11T21:59:59.999Z'],
    ['over the change to winter time', '2026-10-20T10:00:00Z', '2026-10-30T22:59:59.999Z'],
    ['over the change to summer time', '2026-03-25T10:00:00Z', '2026-04-04T21:59:59.999Z'],
    ['ending on the day of the change to winter time', '2026-10-15T10:00:00Z', '2026-10-25T22:59:59.999Z'],
    ['ending on the day of the change to summer time', '2026-03-19T10:00:00Z', '2026-03-29T21:59:59.999Z'],
    ['ending on the day before a change', '2026-03-18T10:00:00Z', '2026-03-28T22:59:59.999Z'],
    ['issued after midnight in Berlin, before it in UTC', '2026-07-01T22:30:00Z', '2026-07-12T21:59:59.999Z'],
    [
      'issued in the last millisecond of a Berlin day',
      '2026-11-02T22:59:59.999Z',
      '2026-11-12T22:59:59.999Z',
    ],
    ['over the end of a year', '2026-12-28T10:00:00Z', '2027-01-07T22:59:59.999Z'],
  ])('%s', (_, issuedAt, expected) => expect(voucherExpiry(new Date(issuedAt), 10)).toBe(expected));
  it('can end on the day of issue', () =>
    expect(voucherExpiry(new Date('2026-11-02T10:00:00Z'), 0)).toBe('2026-11-02T22:59:59.999Z'));
});
