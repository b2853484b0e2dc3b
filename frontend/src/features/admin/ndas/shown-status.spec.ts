import { hasDocument, paymentOf, shownStatusOf } from './shown-status.js';

const UNPAID = {
  paymentStatus: 'none',
  party1PaymentStatus: 'none',
  party1PaymentAmount: null,
  party2PaymentStatus: 'none',
  party2PaymentAmount: null,
} as const;

describe('the status of an NDA', () => {
  it.each([
    ['draft', 'none', 'draft'],
    ['party1_signed', 'succeeded', 'party1_signed'],
    ['completed', 'none', 'paymentDue'],
    ['completed', 'pending', 'paymentDue'],
    ['completed', 'failed', 'paymentDue'],
    ['completed', 'succeeded', 'sending'],
    ['sent', 'succeeded', 'sent'],
  ] as const)('for status %s and payment %s is %s', (status, paymentStatus, shown) => {
    expect(shownStatusOf({ status, paymentStatus })).toBe(shown);
  });

  it('has a document once both have signed', () => {
    const having = (['draft', 'party1_signed', 'completed', 'sent'] as const).map((status) =>
      hasDocument({ status }),
    );
    expect(having).toEqual([false, false, true, true]);
  });
});

describe('the payment of an NDA', () => {
  it.each(['none', 'pending', 'failed'] as const)('is %s until all is paid', (paymentStatus) => {
    const half = { party1PaymentStatus: 'succeeded', party1PaymentAmount: 199 } as const;
    expect(paymentOf({ ...UNPAID, ...half, paymentStatus })).toEqual({ kind: paymentStatus });
  });

  it('adds up the payments of both parties, and is a voucher if no money was paid', () => {
    const paid = { paymentStatus: 'succeeded', party1PaymentStatus: 'succeeded' } as const;
    const shares = {
      party1PaymentAmount: 199,
      party2PaymentStatus: 'succeeded',
      party2PaymentAmount: 199,
    } as const;
    expect(paymentOf({ ...UNPAID, ...paid, ...shares })).toEqual({ kind: 'paid', cents: 398 });
    expect(paymentOf({ ...UNPAID, ...paid, party1PaymentAmount: 0 })).toEqual({ kind: 'voucher' });
  });
});
