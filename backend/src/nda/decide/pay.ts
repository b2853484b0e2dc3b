import type { Party } from '@siegel/contracts/enums';
import { CURRENCY, DECLINES_RECORDED, PAYMENT_ATTEMPTS_MAX } from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/rule-broken.js';
import type {
  ApplyVoucher,
  RecordPaymentFailure,
  RecordPaymentIntent,
  RecordPaymentSuccess,
  RecordRefund,
  RequestPayment,
} from '../nda.commands.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState, PaymentRequestState } from '../nda.state.js';
import type { RefundDue } from '../payment.events.js';
import { invitationHasExpired } from '../rules/invitation.js';
import { requireAmountDue, requireOwnIntent } from '../rules/payment.js';
import { amountDue } from '../rules/price.js';
import { timeOf } from '../rules/time.js';
import type { Decide } from './decide.js';

/** @throws payment_unknown */
function requireRequest(state: NdaState, party: Party, attempt: number): PaymentRequestState {
  const request = state.payments[party].requests.find((candidate) => candidate.attempt === attempt);
  if (request === undefined) throw new RuleBroken('payment_unknown');
  return request;
}

/**
 * An open intent of the same amount serves again; one of another amount or provider is superseded by the next
 * attempt (rule:one-open-intent).
 * @throws payment_limit (rule:streams-are-bounded), and as `requireAmountDue`
 */
export const requestPayment: Decide<RequestPayment> = (
  { party, tokenHash, provider, consentWording },
  state,
  context,
) => {
  const amount = requireAmountDue(state, { party, tokenHash }, timeOf(state, context));
  const { open, attempt } = state.payments[party];
  if (open?.amount === amount && open.provider === provider) return [];
  if (attempt >= PAYMENT_ATTEMPTS_MAX) throw new RuleBroken('payment_limit');
  return [
    {
      type: 'PaymentRequested',
      open: { party, attempt: attempt + 1, amount, currency: CURRENCY, provider, consentWording },
    },
  ];
};

/** @throws payment_unknown: nobody asked for it */
export const recordPaymentIntent: Decide<RecordPaymentIntent> = (
  { party, attempt, paymentIntentId, provider },
  state,
) => {
  const request = requireRequest(state, party, attempt);
  if (request.paymentIntentId === paymentIntentId || request.standing === 'over') return [];
  return [{ type: 'PaymentIntentOpened', open: { party, attempt, paymentIntentId, provider } }];
};

/**
 * Each cent that came in is either counted (PaymentSucceeded) or due back (RefundDue), once, in whatever
 * order reports arrive. Another amount or currency than asked never counts (rule:wrong-amount-never-counts).
 * @throws payment_unknown
 */
export const recordPaymentSuccess: Decide<RecordPaymentSuccess> = (command, state, context) => {
  const { party, attempt, paymentIntentId, amount, currency, provider } = command;
  const request = requireRequest(state, party, attempt);
  if (state.settledIntents.includes(paymentIntentId)) return [];
  const refund = (cents: number, reason: RefundDue['open']['reason']): NdaEvent => ({
    type: 'RefundDue',
    open: { party, paymentIntentId, amount: cents, currency, reason },
  });
  if (amount !== request.amount || currency !== CURRENCY) {
    const mismatch = { party, paymentIntentId, expectedAmount: request.amount, amount, currency };
    return [{ type: 'PaymentMismatched', open: mismatch }, refund(amount, 'mismatched')];
  }
  const lost = reasonNotToKeep(state, timeOf(state, context));
  if (lost !== undefined) return [refund(amount, lost)];
  const counted = Math.min(amount, amountDue(state, party));
  const excess = amount - counted;
  const success = { party, attempt, amount: counted, currency: CURRENCY, paymentIntentId, provider } as const;
  return [
    ...(counted > 0 ? [{ type: 'PaymentSucceeded', open: success } as const] : []),
    ...(excess > 0 ? [refund(excess, 'excess')] : []),
  ];
};

/**
 * Money for something that will never come about is due back (rule:surplus-money-is-due-back): an expired
 * invitation is not renewed.
 */
function reasonNotToKeep(state: NdaState, at: string): RefundDue['open']['reason'] | undefined {
  if (state.erasedAt !== null) return 'erased';
  if (state.discarded) return 'discarded';
  return invitationHasExpired(state, at) ? 'expired' : undefined;
}

/**
 * The refusal of a card is a fact, as far as they are counted (rule:streams-are-bounded); the end of an
 * attempt is told once.
 * @throws payment_unknown
 */
export const recordPaymentFailure: Decide<RecordPaymentFailure> = (
  { party, attempt, paymentIntentId, code, final },
  state,
) => {
  const request = requireRequest(state, party, attempt);
  if (request.standing === 'over' || (!final && request.declines >= DECLINES_RECORDED)) return [];
  return [{ type: 'PaymentFailed', open: { party, attempt, paymentIntentId, code, final } }];
};

/** @throws payment_unknown */
export const recordRefund: Decide<RecordRefund> = ({ paymentIntentId, amount, currency }, state) => {
  requireOwnIntent(state, paymentIntentId);
  if (state.refunded.includes(`${paymentIntentId}:${amount}:${currency}`)) return [];
  return [{ type: 'PaymentRefunded', open: { paymentIntentId, amount, currency } }];
};

/** Covers what the party owes, once (rule:voucher-pays-what-is-owed). @throws as RequestPayment */
export const applyVoucher: Decide<ApplyVoucher> = (
  { party, tokenHash, voucherId, voucherCode },
  state,
  context,
) => {
  if (state.payments[party].voucherId === voucherId) return [];
  const covered = requireAmountDue(state, { party, tokenHash }, timeOf(state, context));
  return [{ type: 'VoucherApplied', open: { party, covered, voucherId }, personal: { voucherCode } }];
};
