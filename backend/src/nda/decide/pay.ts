import type { Party } from '@siegel/contracts/enums';
import {
  CURRENCY,
  DECLINES_RECORDED,
  INTENTS_PER_ATTEMPT_MAX,
  PAYMENT_ATTEMPTS_MAX,
} from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type {
  ApplyVoucher,
  GivePaymentConsent,
  RecordChargeback,
  RecordPaymentFailure,
  RecordPaymentIntent,
  RecordPaymentSuccess,
  RecordRefund,
  RequestPayment,
} from '../payment.commands.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import type { PaymentRequestState } from '../payment.state.js';
import { refundedOf, undecidedOf } from '../money-back.js';
import type { RefundDue } from '../payment.events.js';
import { countedAttempts, mayRetryNow } from '../rules/attempts.js';
import { invitationHasExpired } from '../rules/invitation.js';
import {
  intentsOf,
  isIntentOf,
  isWanted,
  openRequest,
  requireAmountDue,
  requireOwnIntent,
} from '../rules/payment.js';
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
 * If the open intent is wanted (`isWanted`), it is used again. Otherwise a new attempt supersedes the open
 * intent (rule:one-open-intent). An attempt that ended without a payment through no fault of the payer does
 * not count towards the limit. After some attempts of this kind, the next attempt has to wait.
 * @throws payment_limit, payment_provider_failed (rule:streams-are-bounded), and as `requireAmountDue`
 */
export const requestPayment: Decide<RequestPayment> = ({ party, tokenHash, provider }, state, context) => {
  const at = timeOf(state, context);
  const amount = requireAmountDue(state, { party, tokenHash }, at);
  const { attempt, requests } = state.payments[party];
  const request = openRequest(state, party);
  if (request?.provider === provider && isWanted(state, party, request)) return [];
  if (countedAttempts(requests) >= PAYMENT_ATTEMPTS_MAX) throw new RuleBroken('payment_limit');
  if (!mayRetryNow(requests, at)) throw new RuleBroken('payment_provider_failed');
  return [
    {
      type: 'PaymentRequested',
      open: { party, attempt: attempt + 1, amount, currency: CURRENCY, provider },
    },
  ];
};

/**
 * Records the consent when the party presses the button, once for each attempt (rule:consent-when-given).
 * @throws payment_unknown: no intent of this party; payment_changed: the party has to pay with another
 * intent, or the intent is not for the amount that is owed; and the codes of `requireAmountDue`
 */
export const givePaymentConsent: Decide<GivePaymentConsent> = (command, state, context) => {
  const { party, tokenHash, paymentIntentId, wording, language } = command;
  if (!isIntentOf(state, party, paymentIntentId)) throw new RuleBroken('payment_unknown');
  const amount = requireAmountDue(state, { party, tokenHash }, timeOf(state, context));
  const request = openRequest(state, party);
  // If the attempt ended without money, no request is open, and the browser has to make another request.
  if (request?.paymentIntentId !== paymentIntentId || !isWanted(state, party, request))
    throw new RuleBroken('payment_changed');
  if (request.consent !== null) return [];
  const about = { party, attempt: request.attempt, paymentIntentId, amount, currency: CURRENCY } as const;
  return [{ type: 'PaymentConsentGiven', open: { ...about, wording, language } }];
};

/**
 * An attempt keeps its first intent. Further intents of the attempt are recorded too, so that the service
 * ends them (rule:unwanted-intents-end).
 * @throws payment_unknown: there is no such attempt
 */
export const recordPaymentIntent: Decide<RecordPaymentIntent> = (
  { party, attempt, paymentIntentId, provider },
  state,
) => {
  const request = requireRequest(state, party, attempt);
  if (isKnown(state, request, paymentIntentId)) return [];
  return [{ type: 'PaymentIntentOpened', open: { party, attempt, paymentIntentId, provider } }];
};

/**
 * True if the intent needs no event, because it is already recorded or because the attempt has too many
 * intents (rule:streams-are-bounded). If money comes from such an intent, the money is recorded nevertheless.
 */
const isKnown = (state: NdaState, request: PaymentRequestState, paymentIntentId: string): boolean =>
  state.settledIntents.includes(paymentIntentId) ||
  intentsOf(request).includes(paymentIntentId) ||
  intentsOf(request).length >= INTENTS_PER_ATTEMPT_MAX;

/**
 * Each received cent is recorded once, as counted (PaymentSucceeded) or as due back (RefundDue), no matter in
 * which order reports arrive. An amount or a currency that was not requested never counts
 * (rule:wrong-amount-never-counts).
 * @throws payment_unknown
 */
export const recordPaymentSuccess: Decide<RecordPaymentSuccess> = (command, state, context) => {
  const { party, attempt, paymentIntentId, amount, currency, provider, cardLastDigits } = command;
  const request = requireRequest(state, party, attempt);
  if (state.settledIntents.includes(paymentIntentId)) return [];
  // PaymentMismatched and RefundDue name no attempt. They end the attempt for which the intent is recorded,
  // so the intent is recorded first.
  const intentOpened = recordPaymentIntent(
    { type: 'RecordPaymentIntent', party, attempt, paymentIntentId, provider },
    state,
    context,
  );
  const refund = (cents: number, reason: RefundDue['open']['reason']): NdaEvent => ({
    type: 'RefundDue',
    open: { party, paymentIntentId, amount: cents, currency, reason },
  });
  if (amount !== request.amount || currency !== CURRENCY) {
    const mismatch = { party, paymentIntentId, expectedAmount: request.amount, amount, currency };
    return [...intentOpened, { type: 'PaymentMismatched', open: mismatch }, refund(amount, 'mismatched')];
  }
  const reason = refundReason(state, timeOf(state, context));
  if (reason !== undefined) return [...intentOpened, refund(amount, reason)];
  const counted = Math.min(amount, amountDue(state, party));
  const excess = amount - counted;
  const success = { party, attempt, amount: counted, currency: CURRENCY, paymentIntentId, provider } as const;
  return [
    ...(counted > 0
      ? [{ type: 'PaymentSucceeded', open: success, personal: { cardLastDigits } } as const]
      : intentOpened),
    ...(excess > 0 ? [refund(excess, 'excess')] : []),
  ];
};

/**
 * Returns the reason why money that comes in now is due back; undefined if the money is kept
 * (rule:surplus-money-is-due-back). Money is due back if the NDA can never be completed. This includes an NDA
 * whose invitation has expired, because an expired invitation is not renewed.
 */
function refundReason(state: NdaState, at: string): RefundDue['open']['reason'] | undefined {
  if (state.erasedAt !== null) return 'erased';
  if (state.discarded) return 'discarded';
  return invitationHasExpired(state, at) ? 'expired' : undefined;
}

/**
 * Records failed payments. Refused cards are recorded up to a limit (rule:streams-are-bounded). The end of an
 * attempt is recorded once.
 * @throws payment_unknown
 */
export const recordPaymentFailure: Decide<RecordPaymentFailure> = (
  { party, attempt, paymentIntentId, code, final },
  state,
) => {
  const request = requireRequest(state, party, attempt);
  const other = request.others.find((one) => one.paymentIntentId === paymentIntentId);
  const isOver = other?.isOver ?? request.standing === 'over';
  // A further intent of the attempt is unwanted, so only the end of that intent is recorded.
  if (isOver || (!final && (other !== undefined || request.declines >= DECLINES_RECORDED))) return [];
  return [{ type: 'PaymentFailed', open: { party, attempt, paymentIntentId, code, final } }];
};

/**
 * Records the total that was refunded of a payment. A new total replaces the previous total even if it is
 * lower, because a refund may fail later (rule:refunds-by-total).
 * @throws payment_unknown
 */
export const recordRefund: Decide<RecordRefund> = ({ paymentIntentId, totalRefunded, currency }, state) => {
  requireOwnIntent(state, paymentIntentId);
  if (refundedOf(state.moneyBack, paymentIntentId, currency) === totalRefunded) return [];
  return [{ type: 'PaymentRefunded', open: { paymentIntentId, totalRefunded, currency } }];
};

/**
 * A further dispute reopens a chargeback that was already decided. A late report does not reopen it. One
 * payment may be disputed in parts, one after the other or at the same time. The reported amounts and state
 * therefore cover all disputes of the payment.
 * @throws payment_unknown
 */
export const recordChargeback: Decide<RecordChargeback> = (command, state) => {
  const { paymentIntentId, amount, currency, state: newState, disputes } = command;
  const undecided = undecidedOf(command);
  requireOwnIntent(state, paymentIntentId);
  const known = state.moneyBack.chargedBack.find((one) => one.paymentIntentId === paymentIntentId);
  if (known !== undefined) {
    const { disputes: before = 1 } = known;
    // Older events have no `undecided`. If such an event is about several disputes, it does not say whether
    // each of them is decided.
    const isSure = before === 1 || known.undecided !== undefined;
    const wasDecided =
      (known.state !== 'opened' && newState === 'opened') ||
      (isSure && undecidedOf(known) === 0 && undecided > 0);
    const isOld = disputes < before || (disputes === before && wasDecided);
    const isRecorded =
      known.state === newState &&
      known.amount === amount &&
      known.currency === currency &&
      undecidedOf(known) === undecided;
    if (isOld || (isRecorded && disputes === before)) return [];
  }
  const open = { paymentIntentId, amount, currency, state: newState };
  return [{ type: 'PaymentChargedBack', open: disputes === 1 ? open : { ...open, disputes, undecided } }];
};

/**
 * The voucher covers the amount that the party owes, and is applied only once
 * (rule:voucher-pays-what-is-owed). @throws as `requireAmountDue`
 */
export const applyVoucher: Decide<ApplyVoucher> = (
  { party, tokenHash, voucherId, voucherCode },
  state,
  context,
) => {
  if (state.payments[party].voucherId === voucherId) return [];
  const covered = requireAmountDue(state, { party, tokenHash }, timeOf(state, context));
  return [{ type: 'VoucherApplied', open: { party, covered, voucherId }, personal: { voucherCode } }];
};
