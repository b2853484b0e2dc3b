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
import { countedAttempts, mayFollow } from '../rules/attempts.js';
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
 * An open intent that is wanted serves again; another is superseded by the next attempt (rule:one-open-intent).
 * What came to nothing at the provider counts towards no limit; after some of it the next waits a while.
 * @throws payment_limit, payment_provider_failed (rule:streams-are-bounded), and as `requireAmountDue`
 */
export const requestPayment: Decide<RequestPayment> = ({ party, tokenHash, provider }, state, context) => {
  const at = timeOf(state, context);
  const amount = requireAmountDue(state, { party, tokenHash }, at);
  const { attempt, requests } = state.payments[party];
  const request = openRequest(state, party);
  if (request?.provider === provider && isWanted(state, party, request)) return [];
  if (countedAttempts(requests) >= PAYMENT_ATTEMPTS_MAX) throw new RuleBroken('payment_limit');
  if (!mayFollow(requests, at)) throw new RuleBroken('payment_provider_failed');
  return [
    {
      type: 'PaymentRequested',
      open: { party, attempt: attempt + 1, amount, currency: CURRENCY, provider },
    },
  ];
};

/**
 * Recorded as the button is pressed, once for each attempt (rule:consent-when-given).
 * @throws payment_unknown: no intent of this party; payment_changed: no longer the one to pay, or not what is owed;
 * and as `requireAmountDue`
 */
export const givePaymentConsent: Decide<GivePaymentConsent> = (command, state, context) => {
  const { party, tokenHash, paymentIntentId, wording, language } = command;
  if (!isIntentOf(state, party, paymentIntentId)) throw new RuleBroken('payment_unknown');
  const amount = requireAmountDue(state, { party, tokenHash }, timeOf(state, context));
  const request = openRequest(state, party);
  // None is open where the attempt ended without money: another is to be asked for.
  if (request?.paymentIntentId !== paymentIntentId || !isWanted(state, party, request))
    throw new RuleBroken('payment_changed');
  if (request.consent !== null) return [];
  const about = { party, attempt: request.attempt, paymentIntentId, amount, currency: CURRENCY } as const;
  return [{ type: 'PaymentConsentGiven', open: { ...about, wording, language } }];
};

/**
 * An attempt keeps its first intent; what else is found of it is recorded, to be ended (rule:unwanted-intents-end).
 * @throws payment_unknown: nobody asked for it
 */
export const recordPaymentIntent: Decide<RecordPaymentIntent> = (
  { party, attempt, paymentIntentId, provider },
  state,
) => {
  const request = requireRequest(state, party, attempt);
  if (isKnown(state, request, paymentIntentId)) return [];
  return [{ type: 'PaymentIntentOpened', open: { party, attempt, paymentIntentId, provider } }];
};

/** Or one too many (rule:streams-are-bounded): if it ever brings money, that is recorded all the same. */
const isKnown = (state: NdaState, request: PaymentRequestState, paymentIntentId: string): boolean =>
  state.settledIntents.includes(paymentIntentId) ||
  intentsOf(request).includes(paymentIntentId) ||
  intentsOf(request).length >= INTENTS_PER_ATTEMPT_MAX;

/**
 * Each cent that came in is either counted (PaymentSucceeded) or due back (RefundDue), once, in whatever
 * order reports arrive. Another amount or currency than asked never counts (rule:wrong-amount-never-counts).
 * @throws payment_unknown
 */
export const recordPaymentSuccess: Decide<RecordPaymentSuccess> = (command, state, context) => {
  const { party, attempt, paymentIntentId, amount, currency, provider, cardLastDigits } = command;
  const request = requireRequest(state, party, attempt);
  if (state.settledIntents.includes(paymentIntentId)) return [];
  // What does not count names no attempt: it ends the one whose intent it is known to be.
  const told = recordPaymentIntent(
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
    return [...told, { type: 'PaymentMismatched', open: mismatch }, refund(amount, 'mismatched')];
  }
  const lost = reasonNotToKeep(state, timeOf(state, context));
  if (lost !== undefined) return [...told, refund(amount, lost)];
  const counted = Math.min(amount, amountDue(state, party));
  const excess = amount - counted;
  const success = { party, attempt, amount: counted, currency: CURRENCY, paymentIntentId, provider } as const;
  return [
    ...(counted > 0
      ? [{ type: 'PaymentSucceeded', open: success, personal: { cardLastDigits } } as const]
      : told),
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
  const other = request.others.find((one) => one.paymentIntentId === paymentIntentId);
  const isOver = other?.isOver ?? request.standing === 'over';
  // Of one that nobody wants only the end is told.
  if (isOver || (!final && (other !== undefined || request.declines >= DECLINES_RECORDED))) return [];
  return [{ type: 'PaymentFailed', open: { party, attempt, paymentIntentId, code, final } }];
};

/** The newest total stands, a lower one too: a refund may fail later (rule:refunds-by-total). @throws payment_unknown */
export const recordRefund: Decide<RecordRefund> = ({ paymentIntentId, totalRefunded, currency }, state) => {
  requireOwnIntent(state, paymentIntentId);
  if (refundedOf(state.moneyBack, paymentIntentId, currency) === totalRefunded) return [];
  return [{ type: 'PaymentRefunded', open: { paymentIntentId, totalRefunded, currency } }];
};

/**
 * What was decided is not open again, whatever order reports come in, unless by a dispute that was not there yet. One
 * payment may be disputed in parts, one after the other or beside each other: the amounts that are told stand as the
 * state does.
 * @throws payment_unknown
 */
export const recordChargeback: Decide<RecordChargeback> = (command, state) => {
  const { paymentIntentId, amount, currency, state: standing, disputes } = command;
  const undecided = undecidedOf(command);
  requireOwnIntent(state, paymentIntentId);
  const known = state.moneyBack.chargedBack.find((one) => one.paymentIntentId === paymentIntentId);
  if (known !== undefined) {
    const { disputes: before = 1 } = known;
    // What was recorded of several before `undecided` was told does not say whether each of them is decided.
    const isSure = before === 1 || known.undecided !== undefined;
    const wasDecided =
      (known.state !== 'opened' && standing === 'opened') ||
      (isSure && undecidedOf(known) === 0 && undecided > 0);
    const isOld = disputes < before || (disputes === before && wasDecided);
    const isTold =
      known.state === standing &&
      known.amount === amount &&
      known.currency === currency &&
      undecidedOf(known) === undecided;
    if (isOld || (isTold && disputes === before)) return [];
  }
  const open = { paymentIntentId, amount, currency, state: standing };
  return [{ type: 'PaymentChargedBack', open: disputes === 1 ? open : { ...open, disputes, undecided } }];
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
