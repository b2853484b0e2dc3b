import type { NdaEvent } from '../nda/nda.events.js';
import { history, NDA_ID } from '../nda/testing/given.js';
import { oneOfEach } from '../nda/testing/sample-histories.js';
import { paid, voucherApplied } from '../nda/testing/samples.js';
import { inviteWhenPaid } from './invite-when-paid.js';

describe('the cause of the first invitation (rule:invitation-needs-payment)', () => {
  const asked = (event: NdaEvent) => history([event]).flatMap((one) => inviteWhenPaid.react(one));
  const job = { task: 'invite-party2', payload: { ndaId: NDA_ID }, key: `invite:${NDA_ID}` };

  it('is a payment of Party 1, by card or voucher, under one key for each NDA', () => {
    for (const event of [paid(199), voucherApplied(199)]) expect(asked(event)).toEqual([job]);
  });

  it('is neither a payment of Party 2 nor anything else', () => {
    const others = Object.values(oneOfEach).filter(
      ({ type }) => type !== 'PaymentSucceeded' && type !== 'VoucherApplied',
    );
    for (const event of [paid(199, { party: 2 }), voucherApplied(199, { party: 2 }), ...others])
      expect(asked(event)).toEqual([]);
  });
});
