import type { Party } from '@siegel/contracts/enums';
import { priceBasisOf } from '../rules/price.js';
import type { NdaState, PartyPayment, PaymentRequestState } from '../nda.state.js';
import { ended, type PaymentFact, standingAfter } from '../payment-standing.js';
import { adding, type Folds, type RecordedNda } from './fold.js';

/** How the party stands after an event, with what else changes in what the state keeps of its payment. */
function paymentAfter(
  state: NdaState,
  event: PaymentFact,
  more: Partial<PartyPayment>,
): Pick<NdaState, 'payments'> {
  const { party } = event.open;
  const standing = standingAfter(state.payments[party], event, priceBasisOf(state));
  return changed(state, party, { ...standing, ...more });
}

const changed = (
  state: NdaState,
  party: Party,
  change: Partial<PartyPayment>,
): Pick<NdaState, 'payments'> => ({
  payments: { ...state.payments, [party]: { ...state.payments[party], ...change } },
});

/** Attempts count from 1, so each has its place: nothing is searched, however many there are. */
function changeRequest(
  { requests }: PartyPayment,
  attempt: number,
  change: Partial<PaymentRequestState>,
): readonly PaymentRequestState[] {
  const request = requests[attempt - 1];
  return request === undefined ? requests : requests.with(attempt - 1, { ...request, ...change });
}

function requested(state: NdaState, event: RecordedNda<'PaymentRequested'>): Partial<NdaState> {
  const { party, attempt, amount, provider } = event.open;
  const payment = state.payments[party];
  const earlier =
    payment.open === undefined
      ? payment.requests
      : changeRequest(payment, payment.open.attempt, { standing: 'superseded' });
  const open = { attempt, amount, provider, paymentIntentId: null };
  return paymentAfter(state, event, {
    attempt,
    open,
    requests: [...earlier, { ...open, standing: 'open', declines: 0 }],
  });
}

function intentOpened(state: NdaState, event: RecordedNda<'PaymentIntentOpened'>): Partial<NdaState> {
  const { party, attempt, paymentIntentId } = event.open;
  const payment = state.payments[party];
  return paymentAfter(state, event, {
    open: payment.open?.attempt === attempt ? { ...payment.open, paymentIntentId } : payment.open,
    requests: changeRequest(payment, attempt, { paymentIntentId }),
  });
}

function succeeded(state: NdaState, event: RecordedNda<'PaymentSucceeded'>): Partial<NdaState> {
  const { party, attempt, paymentIntentId, amount } = event.open;
  const payment = state.payments[party];
  const requests = changeRequest(payment, attempt, { paymentIntentId, standing: 'over' });
  const counted = [...payment.counted, { paymentIntentId, amount }];
  return {
    ...paymentAfter(state, event, { requests, counted }),
    settledIntents: adding(state.settledIntents, paymentIntentId),
  };
}

function failed(state: NdaState, event: RecordedNda<'PaymentFailed'>): Partial<NdaState> {
  const { party, attempt, final } = event.open;
  const payment = state.payments[party];
  const declines = (payment.requests[attempt - 1]?.declines ?? 0) + 1;
  if (!final) return changed(state, party, { requests: changeRequest(payment, attempt, { declines }) });
  const requests = changeRequest(payment, attempt, { standing: 'over' });
  return paymentAfter(state, event, { requests });
}

/** Money that does not count ends its intent just the same. */
function settledWithoutCounting(state: NdaState, party: Party, paymentIntentId: string): Partial<NdaState> {
  const payment = state.payments[party];
  const settledIntents = adding(state.settledIntents, paymentIntentId);
  const request = payment.requests.find((candidate) => candidate.paymentIntentId === paymentIntentId);
  if (request === undefined || request.standing === 'over') return { settledIntents };
  const requests = changeRequest(payment, request.attempt, { standing: 'over' });
  return { settledIntents, ...changed(state, party, { ...ended(payment, request.attempt), requests }) };
}

export const payingFolds: Folds<
  | 'PaymentRequested'
  | 'PaymentIntentOpened'
  | 'PaymentSucceeded'
  | 'PaymentFailed'
  | 'VoucherApplied'
  | 'PaymentMismatched'
  | 'RefundDue'
  | 'PaymentRefunded'
> = {
  PaymentRequested: requested,
  PaymentIntentOpened: intentOpened,
  PaymentSucceeded: succeeded,
  PaymentFailed: failed,
  VoucherApplied: (state, event) => paymentAfter(state, event, { voucherId: event.open.voucherId }),
  PaymentMismatched: (state, { open }) => settledWithoutCounting(state, open.party, open.paymentIntentId),
  RefundDue: (state, { open }) => ({
    ...settledWithoutCounting(state, open.party, open.paymentIntentId),
    refundsDue: state.refundsDue + 1,
  }),
  PaymentRefunded: (state, { open }) => ({
    refunded: adding(state.refunded, `${open.paymentIntentId}:${open.amount}:${open.currency}`),
  }),
};
