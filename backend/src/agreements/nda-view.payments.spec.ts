import type { NdaEvent } from '../nda/nda.events.js';
import { day, idOf, on } from '../nda/testing/given.js';
import { remoteInvited } from '../nda/testing/sample-histories.js';
import * as sample from '../nda/testing/samples.js';
import { viewAfter } from './testing/view-after.js';

describe('N of payments', () => {
  const unpaid = [sample.created, sample.party1Signed()];

  it('requested: pending, with its intent', () => {
    const asked = [...unpaid, sample.requested(199)];
    expect(viewAfter(asked)).toMatchObject({
      paymentStatus: 'pending',
      party1PaymentStatus: 'pending',
      party1PaymentIntentId: null,
    });
    expect(viewAfter([...asked, sample.intentOpened()])).toMatchObject({
      paymentStatus: 'pending',
      party1PaymentIntentId: 'pi_1',
      paymentIntentId: 'pi_1',
      party1PaymentAmount: null,
      amountDue: 199,
    });
  });

  it('declined: still pending; failed for good: failed', () => {
    const asked = [...unpaid, sample.requested(199), sample.intentOpened()];
    expect(viewAfter([...asked, sample.failed()])).toMatchObject({
      paymentStatus: 'pending',
      amountDue: 199,
    });
    expect(viewAfter([...asked, sample.failed({ final: true })])).toMatchObject({
      paymentStatus: 'failed',
      party1PaymentStatus: 'failed',
    });
  });

  it('by card: cents and time', () => {
    const paid = [...unpaid, sample.requested(199), sample.intentOpened(), on(2, sample.paid(199))];
    expect(viewAfter(paid)).toMatchObject({
      status: 'party1_signed',
      paymentStatus: 'succeeded',
      party1PaymentStatus: 'succeeded',
      party1PaymentAmount: 199,
      party1PaidAt: day(2),
      orderNumber: expect.stringMatching(/^S-[A-Z2-7]{10}$/),
      paidAt: day(2),
      amountDue: 0,
      delivery: { status: 'none' },
    });
  });

  it('by voucher: amount 0, its code and when it was used', () => {
    expect(
      viewAfter([...unpaid, on(2, sample.voucherApplied(199))], { voucherCode: 'NDA-ABCD-EFGH' }),
    ).toMatchObject({
      paymentStatus: 'succeeded',
      party1PaymentStatus: 'succeeded',
      party1PaymentAmount: 0,
      party1PaidAt: day(2),
      voucherCode: 'NDA-ABCD-EFGH',
      voucherUsedAt: day(2),
      amountDue: 0,
    });
  });

  it('one of two shares: pending until the other is paid; a code of Party 2 is not shown as that of Party 1', () => {
    const first = [sample.created, sample.party1SignedSplit, sample.voucherApplied(199), sample.invited()];
    expect(viewAfter(first)).toMatchObject({
      paymentStatus: 'pending',
      party1PaymentStatus: 'succeeded',
      amountDue: 0,
      paidAt: null,
    });
    const both = [...first, on(3, sample.voucherApplied(199, { party: 2 }))];
    expect(viewAfter(both)).toMatchObject({
      paymentStatus: 'succeeded',
      party2PaymentAmount: 0,
      party2PaidAt: day(3),
      paidAt: day(3),
    });
    expect(
      viewAfter([sample.created, sample.party1SignedSplit, sample.voucherApplied(199, { party: 2 })]),
    ).toMatchObject({
      voucherUsedAt: null,
      party1PaymentStatus: 'none',
    });
  });

  it('stay paid, whatever happens to mode and invitation', () => {
    const cancelled = [...remoteInvited, sample.cancelled()];
    expect(viewAfter(cancelled)).toMatchObject({
      signatureMode: 'in-person',
      amountDue: 0,
      paymentStatus: 'succeeded',
    });
    expect(viewAfter([...cancelled, sample.invited({ invitation: 2 })])).toMatchObject({ amountDue: 0 });
  });

  it('that does not count: none, not failed, and due back to its party alone', () => {
    const asked = [...unpaid, sample.requested(199), sample.intentOpened()];
    const wrong = [...asked, sample.mismatched(), sample.refundDue(200, { reason: 'mismatched' })];
    expect(viewAfter(wrong)).toMatchObject({
      paymentStatus: 'none',
      party1PaymentStatus: 'none',
      party1MoneyBack: 'due',
      party2MoneyBack: 'none',
      refundDue: 200,
      amountDue: 199,
    });
    const money = (...more: NdaEvent[]) => {
      const { party1MoneyBack, party1Refunded, party1ChargedBack, refundDue } = viewAfter([
        ...wrong,
        ...more,
      ]);
      return [party1MoneyBack, party1Refunded, party1ChargedBack, refundDue];
    };
    expect(money(sample.refunded(150))).toEqual(['due', 150, 0, 50]);
    expect(money(sample.refunded(200))).toEqual(['refunded', 200, 0, 0]);
    expect(money(sample.chargedBack('opened'))).toEqual(['disputed', 0, 0, 200]);
    expect(money(sample.chargedBack('lost', 'pi_1', 150))).toEqual(['due', 0, 150, 50]);
    expect(money(sample.chargedBack('lost', 'pi_1', 200))).toEqual(['lost', 0, 200, 0]);
    expect(money({ type: 'NdaErased', open: { reason: 'admin' } })).toEqual(['due', 0, 0, 200]);
  });

  it('due back, for each intent separately, until the money went back or a person closed the obligation', () => {
    const second = { paymentIntentId: 'pi_2' };
    const due = [...unpaid, sample.requested(199), sample.refundDue(199), sample.refundDue(150, second)];
    const closed = (revision: number): NdaEvent => ({
      type: 'ObligationClosed',
      open: { about: idOf(revision), by: 'admin' },
    });
    const left = (...more: NdaEvent[]) => viewAfter([...due, ...more]).refundDue;
    expect(left()).toBe(349);
    expect(left(sample.refunded(100))).toBe(249);
    expect(left(closed(3))).toBe(150);
    expect(left(sample.refunded(100), closed(3))).toBe(150);
    expect(left(closed(3), closed(4))).toBe(0);
    expect(left(closed(2))).toBe(349);
  });
});
