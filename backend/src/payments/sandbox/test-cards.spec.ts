import { cardOutcome } from './test-cards.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const outcome = (changes: Partial<Parameters<typeof cardOutcome>[0]> = {}) =>
  cardOutcome(
    { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', authenticated: false, ...changes },
    NOW,
  );

describe('a test card', () => {
  it.each(['4242 4242 4242 4242', '4242424242424242', '4242-4242-4242-4242'])(
    'that pays: %s',
    (cardNumber) => {
      expect(outcome({ cardNumber })).toEqual({ kind: 'succeeded' });
    },
  );

  it('that pays with blanks around its code', () =>
    expect(outcome({ cvc: ' 123 ' })).toEqual({ kind: 'succeeded' }));

  it('that is declined; so is every number that is no test card', () => {
    for (const cardNumber of ['4000 0000 0000 0002', '5555 5555 5555 4444', '378282246310005'])
      expect(outcome({ cardNumber })).toEqual({ kind: 'refused', code: 'card_declined' });
  });

  it('that asks for a second step, and pays after it', () => {
    const cardNumber = '4000 0025 0000 3155';
    expect(outcome({ cardNumber })).toEqual({ kind: 'requires_action' });
    expect(outcome({ cardNumber, authenticated: true })).toEqual({ kind: 'succeeded' });
  });

  it('that stays declined even after authentication', () => {
    expect(outcome({ cardNumber: '4000000000000002', authenticated: true })).toEqual({
      kind: 'refused',
      code: 'card_declined',
    });
  });

  it.each(['11/26', '12 / 26', '1 2/26', '01/99', ' 11/26 '])(
    'expires at the end of its month: %s',
    (expiry) => {
      expect(outcome({ expiry })).toEqual(
        expiry === '1 2/26' ? { kind: 'refused', code: 'card_invalid' } : { kind: 'succeeded' },
      );
    },
  );

  it.each([
    { expiry: '10/26' },
    { expiry: '12/25' },
    { expiry: '13/40' },
    { expiry: '00/40' },
    { expiry: '12/2040' },
    { expiry: '' },
    { expiry: 'on 11/26' },
    { expiry: '11/26 or so' },
    { expiry: '011/26' },
    { cvc: '12' },
    { cvc: '12345' },
    { cvc: 'abc' },
    { cardNumber: '4242' },
    { cardNumber: '42424242424242424242' },
    { cardNumber: '4242 4242 4242 424x' },
    { cardNumber: '' },
  ])('is invalid with %j', (wrong) => {
    expect(outcome(wrong)).toEqual({ kind: 'refused', code: 'card_invalid' });
  });
});
