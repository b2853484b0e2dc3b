import type { Stripe } from 'stripe';
import { chargeOf, metadataOf, ownerOf, reportOf, statusOf } from './stripe-report.js';

const NDA = '01930000-0000-7000-8000-000000000001';
const owner = { ndaId: NDA, party: 2, attempt: 3 } as const;

/** Returns an intent with only the members that a report uses. */
const intent = (change: object = {}): Stripe.PaymentIntent =>
  ({
    id: 'pi_1',
    status: 'succeeded',
    amount: 199,
    amount_received: 198,
    currency: 'eur',
    last_payment_error: null,
    latest_charge: { payment_method_details: { card: { last4: '4242' } } },
    ...change,
  }) as unknown as Stripe.PaymentIntent;
const refund = (amount: number, status = 'succeeded') => ({ amount, status }) as Stripe.Refund;
const dispute = (amount: number, status: string, currency = 'eur') =>
  ({ amount, status, currency }) as Stripe.Dispute;
const report = (of: Stripe.PaymentIntent, beside: Partial<Parameters<typeof reportOf>[2]> = {}) =>
  reportOf(of, owner, { refunds: [], disputes: [], declinedCharges: [], ...beside });

describe('the owner of an intent', () => {
  const told = metadataOf('siegel.example', owner) as Stripe.Metadata;

  it('is read as it was sent', () => {
    expect(told).toEqual({ app: 'siegel.example', nda: NDA, party: '2', attempt: '3' });
    expect(ownerOf(told)).toEqual({ ...owner, app: 'siegel.example' });
    expect(ownerOf({ ...told, attempt: '999999' })?.attempt).toBe(999_999);
    expect(ownerOf({ ...told, party: '1' })?.party).toBe(1);
  });

  it.each([
    ...[`x${NDA}`, `${NDA}0`, `${NDA}\n`, NDA.toUpperCase().replace('0193', 'ABCD'), ''].map((nda) => ({
      nda,
    })),
    ...['0', '01', '-1', '1.5', '1000000', '1 ', ' 1', 'x1', ''].map((attempt) => ({ attempt })),
    ...['0', '3', '', '12'].map((party) => ({ party })),
  ])('is unknown with %j', (change) => expect(ownerOf({ ...told, ...change })).toBeUndefined());

  it('is unknown if any part of it is missing', () => {
    for (const name of Object.keys(told)) {
      const { [name]: _, ...rest } = told;
      expect(ownerOf(rest)).toBeUndefined();
    }
  });
});

describe('the report of an intent', () => {
  it.each([
    ['succeeded', 'succeeded'],
    ['processing', 'processing'],
    ['canceled', 'cancelled'],
    ['requires_payment_method', 'open'],
    ['requires_action', 'open'],
    ['requires_confirmation', 'open'],
  ])('has for %s the status %s', (status, expected) => expect(statusOf(intent({ status }))).toBe(expected));

  it('contains the received amount, and the card', () =>
    expect(report(intent())).toEqual({
      ...owner,
      paymentIntentId: 'pi_1',
      status: 'succeeded',
      amount: 198,
      currency: 'EUR',
      refunded: 0,
      chargeback: null,
      cardLastDigits: '4242',
      code: null,
      declines: 0,
    }));

  it('contains the requested amount and no card before the payment', () => {
    const open = report(intent({ status: 'processing' }));
    expect(open).toMatchObject({ status: 'processing', amount: 199, cardLastDigits: null });
    for (const latest_charge of [null, 'ch_1']) {
      expect(chargeOf(intent({ latest_charge }))).toBeUndefined();
      expect(report(intent({ latest_charge })).cardLastDigits).toBeNull();
    }
  });

  it('contains the reason and the number of declined cards', () => {
    const declined = (error: object, charges = 0) =>
      report(intent({ status: 'requires_payment_method', last_payment_error: error }), {
        declinedCharges: Array.from({ length: charges }, () => ({}) as Stripe.Charge),
      });
    const known = declined({ type: 'card_error', code: 'card_declined', charge: 'ch_1' }, 2);
    expect(known).toMatchObject({
      status: 'declined',
      code: 'card_declined',
      declines: 2,
      occurrence: 'ch_1',
    });
    const untold = declined({ type: 'card_error' });
    expect(untold).toMatchObject({ status: 'declined', code: 'card_error', declines: 1 });
    expect(untold).not.toHaveProperty('occurrence');
    const later = report(intent({ last_payment_error: { type: 'card_error' } }));
    expect(later).toMatchObject({ code: null, declines: 0 });
  });

  it('contains the refunds except those that failed', () => {
    const refunds = [refund(50), refund(20, 'pending'), refund(10, 'failed'), refund(5, 'canceled')];
    expect(report(intent(), { refunds }).refunded).toBe(70);
  });
});

describe('the report of disputes', () => {
  const of = (...disputes: Stripe.Dispute[]) => report(intent(), { disputes }).chargeback;

  it.each([
    ['needs_response', 'opened'],
    ['under_review', 'opened'],
    ['won', 'won'],
    ['warning_closed', 'won'],
    ['lost', 'lost'],
    ['appeal_needs_response', 'lost'],
    ['appeal_under_review', 'lost'],
  ])('has for %s the state %s', (status, state) =>
    expect(of(dispute(199, status))).toEqual({ state, amount: 199, currency: 'EUR', disputes: 1 }),
  );

  it.each(['warning_needs_response', 'warning_under_review', 'prevented'])('is null for %s', (status) => {
    expect(of(dispute(199, status))).toBeNull();
    expect(of(dispute(99, status), dispute(100, 'won'))).toMatchObject({ state: 'won', disputes: 1 });
  });

  it('has the worst state of several disputes, and the undecided amount beside it', () => {
    const several = [dispute(100, 'won'), dispute(50, 'needs_response'), dispute(20, 'under_review')];
    const about = { currency: 'EUR', disputes: 3 };
    expect(of(...several)).toEqual({ ...about, state: 'opened', amount: 70, undecided: 70 });
    const lost = [...several, dispute(9, 'lost'), dispute(8, 'lost'), dispute(7, 'lost', 'usd')];
    expect(of(...lost)).toEqual({ state: 'lost', amount: 17, currency: 'EUR', disputes: 6, undecided: 70 });
    expect(of(dispute(1, 'won'), dispute(2, 'won'))).toMatchObject({ state: 'won', amount: 3, undecided: 0 });
    expect(of()).toBeNull();
  });
});
