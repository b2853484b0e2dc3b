import type { Party } from '@siegel/contracts/enums';
import { endedWithoutPayment } from '../rules/attempts.js';
import { intentsOf } from '../rules/payment.js';
import { priceBasisOf } from '../rules/price.js';
import type { NdaState } from '../nda.state.js';
import type { PartyPayment, PaymentRequestState } from '../payment.state.js';
import { type MoneyBackFact, moneyBackAfter } from '../money-back.js';
import { chargedInVain, type PaymentFact, progressAfter } from '../payment-progress.js';
import { adding, type Folds, type RecordedNda } from './fold.js';

/**
 * Returns the party's payment after an event, with the progress that follows from the event and with the
 * changes in `more`.
 */
function paymentAfter(
  state: NdaState,
  event: PaymentFact,
  more: Partial<PartyPayment>,
): Pick<NdaState, 'payments'> {
  const { party } = event.open;
  const progress = progressAfter(state.payments[party], event, priceBasisOf(state));
  return changed(state, party, { ...progress, ...more });
}

const changed = (
  state: NdaState,
  party: Party,
  change: Partial<PartyPayment>,
): Pick<NdaState, 'payments'> => ({
  payments: { ...state.payments, [party]: { ...state.payments[party], ...change } },
});

/** Attempts are numbered from 1, so a request is found by its index. */
function changeRequest(
  { requests }: PartyPayment,
  attempt: number,
  change: (request: PaymentRequestState) => Partial<PaymentRequestState>,
): readonly PaymentRequestState[] {
  const request = requests[attempt - 1];
  return request === undefined ? requests : requests.with(attempt - 1, { ...request, ...change(request) });
}

function requested(state: NdaState, event: RecordedNda<'PaymentRequested'>): Partial<NdaState> {
  const { party, attempt, amount, provider } = event.open;
  const payment = state.payments[party];
  const earlier =
    payment.open === undefined
      ? payment.requests
      : changeRequest(payment, payment.open.attempt, () => ({ standing: 'superseded' }));
  const open = { attempt, amount, provider, paymentIntentId: null };
  const request: PaymentRequestState = {
    ...open,
    askedAt: event.at,
    tokenHash: party === 2 ? (state.invitation?.tokenHash ?? null) : null,
    others: [],
    standing: 'open',
    cameToNothing: false,
    consent: null,
    declines: 0,
  };
  return paymentAfter(state, event, { attempt, open, requests: [...earlier, request] });
}

function intentOpened(state: NdaState, event: RecordedNda<'PaymentIntentOpened'>): Partial<NdaState> {
  const { party, attempt, paymentIntentId } = event.open;
  const payment = state.payments[party];
  const { open } = payment;
  const isFirst = open?.attempt === attempt && open.paymentIntentId === null;
  return paymentAfter(state, event, {
    open: isFirst ? { ...open, paymentIntentId } : open,
    requests: changeRequest(payment, attempt, (request) => withIntent(request, paymentIntentId)),
  });
}

/**
 * An attempt keeps its first intent. If the attempt ended before an intent was recorded, and an intent is
 * found later, that intent may still bring money.
 */
function withIntent(request: PaymentRequestState, paymentIntentId: string): Partial<PaymentRequestState> {
  if (request.paymentIntentId === null)
    return {
      paymentIntentId,
      standing: request.standing === 'over' ? 'superseded' : request.standing,
      cameToNothing: false,
    };
  return intentsOf(request).includes(paymentIntentId)
    ? {}
    : { others: [...request.others, { paymentIntentId, isOver: false }] };
}

/**
 * Records that one intent of the request brings no more money. If it is the request's first intent, or if no
 * intent is named, the request itself is over.
 */
function withoutIntent(
  request: PaymentRequestState,
  paymentIntentId: string | null,
): Partial<PaymentRequestState> {
  const first = request.paymentIntentId ?? paymentIntentId;
  if (first === paymentIntentId) return { paymentIntentId: first, standing: 'over' };
  return {
    others: request.others.map((one) =>
      one.paymentIntentId === paymentIntentId ? { ...one, isOver: true } : one,
    ),
  };
}

function consented(state: NdaState, { open, at }: RecordedNda<'PaymentConsentGiven'>): Partial<NdaState> {
  const { party, attempt, wording, language } = open;
  const consent = { wording, language, at };
  return changed(state, party, {
    requests: changeRequest(state.payments[party], attempt, () => ({ consent })),
  });
}

function succeeded(state: NdaState, event: RecordedNda<'PaymentSucceeded'>): Partial<NdaState> {
  const { party, attempt, paymentIntentId, amount } = event.open;
  const payment = state.payments[party];
  const requests = changeRequest(payment, attempt, (request) => ({
    // Once the request is paid, its other intents are no longer wanted.
    ...(request.standing === 'open' ? { standing: 'superseded' as const } : {}),
    ...withoutIntent(request, paymentIntentId),
  }));
  const counted = [...payment.counted, { paymentIntentId, amount }];
  return {
    ...paymentAfter(state, event, { requests, counted }),
    settledIntents: adding(state.settledIntents, paymentIntentId),
  };
}

function failed(state: NdaState, event: RecordedNda<'PaymentFailed'>): Partial<NdaState> {
  const { party, attempt, paymentIntentId, code, final } = event.open;
  const payment = state.payments[party];
  const requests = changeRequest(payment, attempt, (request) =>
    final ? failedForGood(request, paymentIntentId, code) : { declines: request.declines + 1 },
  );
  return final ? paymentAfter(state, event, { requests }) : changed(state, party, { requests });
}

function failedForGood(
  request: PaymentRequestState,
  paymentIntentId: string | null,
  code: string,
): Partial<PaymentRequestState> {
  const change = withoutIntent(request, paymentIntentId ?? request.paymentIntentId);
  return change.standing === 'over'
    ? { ...change, cameToNothing: endedWithoutPayment(code, request.declines) }
    : change;
}

/**
 * Money that does not count towards the amount owed still ends the intent through which the money came in.
 */
function settledWithoutCounting(state: NdaState, party: Party, paymentIntentId: string): Partial<NdaState> {
  const payment = state.payments[party];
  const settledIntents = adding(state.settledIntents, paymentIntentId);
  // Money of this intent has counted: either the rest of the same payment, or all of it, which became due
  // back later. So the intent has already ended.
  if (payment.counted.some((one) => one.paymentIntentId === paymentIntentId)) return { settledIntents };
  const found = payment.requests.find((candidate) => intentsOf(candidate).includes(paymentIntentId));
  const attempt = found?.paymentIntentId === paymentIntentId ? found.attempt : undefined;
  const requests =
    found === undefined
      ? payment.requests
      : changeRequest(payment, found.attempt, (request) => withoutIntent(request, paymentIntentId));
  const shown = shownIntent(payment, paymentIntentId);
  return {
    settledIntents,
    ...changed(state, party, { ...chargedInVain(payment, attempt), paymentIntentId: shown, requests }),
  };
}

/**
 * Returns the intent that is shown with the party's paid amount. If the money of the shown intent does not
 * count, the intent whose money counted last is shown instead.
 */
const shownIntent = ({ paymentIntentId, counted }: PartyPayment, uncounted: string): string | null =>
  paymentIntentId === uncounted ? (counted.at(-1)?.paymentIntentId ?? uncounted) : paymentIntentId;

const moneyBackChange = (state: NdaState, event: MoneyBackFact): Pick<NdaState, 'moneyBack'> => ({
  moneyBack: moneyBackAfter(state.moneyBack, event),
});

export const payingFolds = {
  PaymentRequested: requested,
  PaymentIntentOpened: intentOpened,
  PaymentSucceeded: succeeded,
  PaymentFailed: failed,
  VoucherApplied: (state, event) =>
    paymentAfter(state, event, { voucherId: event.open.voucherId, voucherUsedAt: event.at }),
  PaymentMismatched: (state, { open }) => settledWithoutCounting(state, open.party, open.paymentIntentId),
  RefundDue: (state, event) => ({
    ...settledWithoutCounting(state, event.open.party, event.open.paymentIntentId),
    ...moneyBackChange(state, event),
  }),
  PaymentRefunded: moneyBackChange,
  PaymentChargedBack: moneyBackChange,
  PaymentConsentGiven: consented,
} satisfies Partial<Folds>;
