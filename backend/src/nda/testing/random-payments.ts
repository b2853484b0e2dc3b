import fc from 'fast-check';
import type { Party } from '@siegel/contracts/enums';
import type { RequestPayment } from '../payment.commands.js';
import type { NdaState } from '../nda.state.js';
import { oneOfEachCommand } from './commands.js';
import { attempt, type Choose, link, party, tokenOf } from './random-choices.js';

// Random commands about money, from parties and from the provider.

/** A payer, who pays either on Party 1's screen or through Party 2's link. */
const payer = fc.record({ of: party, which: fc.option(link, { nil: undefined }) });
const payerIn = (
  { of, which }: { of: Party; which: string | undefined },
  state: NdaState,
): Pick<RequestPayment, 'party' | 'tokenHash'> =>
  of === 2 && which !== undefined ? { party: of, tokenHash: tokenOf(which, state) } : { party: of };

export const requestPayment = payer.map(
  (who): Choose =>
    (state) => ({ ...oneOfEachCommand.RequestPayment, ...payerIn(who, state) }),
);
/**
 * Suffix of a payment intent's id. `b` marks a second intent that the provider created for the same attempt.
 */
export const twin = fc.constantFrom('', '', 'b');
export const intent = fc.record({ of: party, nth: attempt, twin }).map(
  ({ of, nth, twin }): Choose =>
    () => ({
      ...oneOfEachCommand.RecordPaymentIntent,
      party: of,
      attempt: nth,
      paymentIntentId: `pi_${of}_${nth}${twin}`,
    }),
);
export const consent = fc.record({ who: payer, nth: attempt }).map(
  ({ who, nth }): Choose =>
    (state) => ({
      ...oneOfEachCommand.GivePaymentConsent,
      ...payerIn(who, state),
      paymentIntentId: state.payments[who.of].open?.paymentIntentId ?? `pi_${who.of}_${nth}`,
    }),
);
export const success = fc
  .record({
    of: party,
    nth: attempt,
    twin,
    wrong: fc.constantFrom(0, 0, 0, 0, 1),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
  })
  .map(
    ({ of, nth, twin, wrong, currency }): Choose =>
      (state) => {
        const asked = state.payments[of].requests.find((request) => request.attempt === nth)?.amount ?? 199;
        const change = {
          party: of,
          attempt: nth,
          paymentIntentId: `pi_${of}_${nth}${twin}`,
          amount: asked + wrong,
          currency,
        };
        return { ...oneOfEachCommand.RecordPaymentSuccess, ...change };
      },
  );
export const failure = fc
  .record({ of: party, nth: attempt, twin: fc.constantFrom('', 'b', null), final: fc.boolean() })
  .map(({ of, nth, twin, final }): Choose => {
    const paymentIntentId = twin === null ? null : `pi_${of}_${nth}${twin}`;
    return () => ({
      ...oneOfEachCommand.RecordPaymentFailure,
      party: of,
      attempt: nth,
      paymentIntentId,
      final,
    });
  });
export const refund = fc.record({ of: party, totalRefunded: fc.constantFrom(0, 99, 199) }).map(
  ({ of, totalRefunded }): Choose =>
    () => ({ ...oneOfEachCommand.RecordRefund, paymentIntentId: `pi_${of}_1`, totalRefunded }),
);
export const chargeback = fc
  .record({
    of: party,
    state: fc.constantFrom('opened' as const, 'won' as const, 'lost' as const),
    disputes: fc.constantFrom(1, 2),
    isBeside: fc.boolean(),
  })
  .map(
    ({ of, isBeside, ...stands }): Choose =>
      () => ({
        ...oneOfEachCommand.RecordChargeback,
        paymentIntentId: `pi_${of}_1`,
        ...stands,
        ...(stands.state === 'lost' && stands.disputes > 1 && isBeside ? { undecided: 99 } : {}),
      }),
  );
export const voucher = fc.record({ who: payer, id: fc.constantFrom('voucher-1', 'voucher-2') }).map(
  ({ who, id }): Choose =>
    (state) => ({ ...oneOfEachCommand.ApplyVoucher, ...payerIn(who, state), voucherId: id }),
);
