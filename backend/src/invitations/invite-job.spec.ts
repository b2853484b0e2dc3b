import type { NdaEvent } from '../nda/nda.events.js';
import { history, NDA_ID } from '../nda/testing/given.js';
import { oneOfEach } from '../nda/testing/sample-histories.js';
import { paid, voucherApplied } from '../nda/testing/samples.js';
import { inviteWhenPaid } from './invite-when-paid.js';

describe('the event that causes the first invitation (rule:invitation-needs-payment)', () => {
  const asked = (event: NdaEvent) => history([event]).flatMap((one) => inviteWhenPaid.react(one));
  const job = { task: 'invite-party2', payload: { ndaId: NDA_ID }, key: `invite:${NDA_ID}` };

  it('is a payment by Party 1, by card or voucher, and each NDA has one job key', () => {
    for (const event of [paid(199), voucherApplied(199)]) expect(asked(event)).toEqual([job]);
  });

  it('is neither a payment by Party 2 nor any other event', () => {
    const others = Object.values(oneOfEach).filter(
      ({ type }) => type !== 'PaymentSucceeded' && type !== 'VoucherApplied',
    );
    for (const event of [paid(199, { party: 2 }), voucherApplied(199, { party: 2 }), ...others])
      expect(asked(event)).toEqual([]);
  });
});
