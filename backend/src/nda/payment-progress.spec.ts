import type { PriceBasis } from '@siegel/contracts/payments/price';
import type { NdaEvent } from './nda.events.js';
import { chargedInVain, ended, type PaymentFact, partyWithout, progressAfter } from './payment-progress.js';
import type { PaymentProgress } from './payment.state.js';
import { history, START } from './testing/given.js';
import * as sample from './testing/samples.js';

const unpaid: PaymentProgress = {
  status: 'none',
  open: undefined,
  paymentIntentId: null,
  covered: 0,
  amount: null,
  paidAt: null,
  chargedInVain: false,
};
const asked: PaymentProgress = {
  ...unpaid,
  status: 'pending',
  open: { attempt: 2, paymentIntentId: 'pi_2' },
  paymentIntentId: 'pi_2',
};
const paid: PaymentProgress = { ...asked, covered: 199, amount: 199, paidAt: START };
const forBoth: PriceBasis = { mode: 'remote', party1PaysForBoth: true, covered: { 1: 0, 2: 0 } };

/** Returns the progress of Party 1, who pays for both, after these events. */
function after(before: PaymentProgress, ...events: NdaEvent[]): PaymentProgress {
  return history(events).reduce((standing, event) => {
    const basis = { ...forBoth, covered: { 1: standing.covered, 2: 0 } };
    return { ...standing, ...progressAfter(standing, event as PaymentFact, basis) };
  }, before);
}

describe("the progress of a party's payment", () => {
  it('is pending with a request, whose intent is not known yet', () =>
    expect(after({ ...paid, status: 'succeeded' }, sample.requested(199, { attempt: 3 }))).toMatchObject({
      status: 'pending',
      paymentIntentId: null,
      covered: 199,
    }));
  it('takes the intent of the open request, not of an earlier one', () => {
    const standing = { ...asked, open: { attempt: 2, paymentIntentId: null }, paymentIntentId: null };
    const opened = (attempt: number) => after(standing, sample.intentOpened({ attempt })).paymentIntentId;
    expect([opened(1), opened(2)]).toEqual([null, 'pi_1']);
  });
  it('keeps the first intent of a request, and ends only with that intent', () => {
    const second = { attempt: 2, paymentIntentId: 'pi_9' };
    expect(after(asked, sample.intentOpened(second))).toEqual(asked);
    expect(after(asked, sample.failed({ ...second, final: true }))).toEqual(asked);
    expect(
      after(asked, sample.failed({ ...second, paymentIntentId: null, final: true })).open,
    ).toBeUndefined();
  });
  it('is pending while a part is covered, and succeeded once everything is', () => {
    const part = after(unpaid, sample.paid(199));
    expect(part).toEqual({ ...unpaid, status: 'pending', paymentIntentId: 'pi_1', ...counted(199) });
    expect(after(part, sample.paid(199))).toMatchObject({ status: 'succeeded', ...counted(398) });
  });
  it('keeps the open request while money arrives for an earlier one', () => {
    expect(after(asked, sample.paid(199, { attempt: 1 })).open).toEqual(asked.open);
    expect(after(asked, sample.paid(199, { attempt: 2 })).open).toBeUndefined();
  });
  it('counts a voucher as amount 0, and keeps the amount paid by card', () => {
    expect(after(unpaid, sample.voucherApplied(398))).toEqual({
      ...unpaid,
      status: 'succeeded',
      covered: 398,
      amount: 0,
      paidAt: START,
    });
    expect(after(paid, sample.voucherApplied(199))).toMatchObject({ status: 'succeeded', amount: 199 });
  });
  it('stays as it is after a refused card, and fails when its request is over', () => {
    expect(after(asked, sample.failed({ attempt: 2 }))).toEqual(asked);
    expect(after(asked, sample.failed({ attempt: 2, paymentIntentId: 'pi_2' }))).toEqual(asked);
    expect(after(asked, sample.failed({ attempt: 1, final: true }))).toEqual(asked);
    expect(after(asked, sample.failed({ attempt: 2, paymentIntentId: 'pi_2', final: true }))).toEqual({
      ...asked,
      open: undefined,
      status: 'failed',
    });
  });
});

describe('a request that ended without counting', () => {
  it('fails only if nothing was paid, and only if it is the open one', () => {
    expect(ended(asked, 2)).toEqual({ open: undefined, status: 'failed' });
    expect(ended(paid, 2)).toEqual({ open: undefined, status: 'pending' });
    for (const attempt of [1, undefined]) expect(ended(asked, attempt)).toEqual({});
    expect(ended(unpaid, undefined)).toEqual({});
  });
});

describe('a card that was charged without counting (rule:charged-is-never-failed)', () => {
  it('ends the open request of its attempt, which is then neither pending nor failed', () =>
    expect({ ...asked, ...chargedInVain(asked, 2) }).toEqual({
      ...asked,
      open: undefined,
      status: 'none',
      chargedInVain: true,
    }));
  it('leaves the request of another attempt open', () => {
    expect(chargedInVain(asked, 1)).toEqual({ status: 'pending', chargedInVain: true });
    expect(partyWithout(asked, 'pi_1')).toEqual({ ...asked, chargedInVain: true });
    expect(partyWithout(asked, 'pi_2').open).toBeUndefined();
  });
  it('is never failed, whether the failure of another card is reported before or after it', () => {
    const failed = sample.failed({ attempt: 2, paymentIntentId: 'pi_2', final: true });
    const late = { ...after(asked, failed), ...chargedInVain(after(asked, failed), undefined) };
    const early = after({ ...asked, ...chargedInVain(asked, 1) }, failed);
    expect(late).toEqual(early);
    expect(early).toMatchObject({ status: 'none', open: undefined });
  });
  it('leaves a paid share paid', () => {
    const share = { ...paid, status: 'succeeded', open: undefined } as const;
    expect(chargedInVain(share, undefined)).toEqual({ status: 'succeeded', chargedInVain: true });
  });
});

const counted = (cents: number) => ({ covered: cents, amount: cents, paidAt: START });
