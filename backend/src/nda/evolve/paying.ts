import type { Party } from '@siegel/contracts/enums';
import { amountDue } from '../nda.rules.js';
import type { NdaState, PartyPayment, PaymentRequestState } from '../nda.state.js';
import { adding, type Folds, type RecordedNda } from './fold.js';

const paymentOf = (state: NdaState, party: Party, change: Partial<PartyPayment>): Pick<NdaState, 'payments'> => ({
  payments: { ...state.payments, [party]: { ...state.payments[party], ...change } },
});

const changeRequest = (payment: PartyPayment, attempt: number, change: Partial<PaymentRequestState>): readonly PaymentRequestState[] =>
  payment.requests.map((request) => (request.attempt === attempt ? { ...request, ...change } : request));

function requested(state: NdaState, { open }: RecordedNda<'PaymentRequested'>): Partial<NdaState> {
  const { party, attempt, amount, provider } = open;
  const earlier = state.payments[party].requests.map(
    (request): PaymentRequestState => (request.standing === 'open' ? { ...request, standing: 'superseded' } : request),
  );
  return paymentOf(state, party, {
    status: 'pending',
    attempt,
    open: { attempt, amount, provider, paymentIntentId: null },
    requests: [...earlier, { attempt, amount, provider, paymentIntentId: null, standing: 'open' }],
  });
}

function intentOpened(state: NdaState, { open }: RecordedNda<'PaymentIntentOpened'>): Partial<NdaState> {
  const { party, attempt, paymentIntentId } = open;
  const payment = state.payments[party];
  return paymentOf(state, party, {
    open: payment.open?.attempt === attempt ? { ...payment.open, paymentIntentId } : payment.open,
    requests: changeRequest(payment, attempt, { paymentIntentId }),
  });
}

/** Adds to what is covered; the status follows from what is left to pay. */
function covering(state: NdaState, party: Party, amount: number, change: Partial<PartyPayment>): Pick<NdaState, 'payments'> {
  const covered = state.payments[party].covered + amount;
  const { payments } = paymentOf(state, party, { ...change, covered });
  const status = amountDue({ ...state, payments }, party) === 0 ? 'succeeded' : 'pending';
  return { payments: { ...payments, [party]: { ...payments[party], status } } };
}

function succeeded(state: NdaState, { open, at }: RecordedNda<'PaymentSucceeded'>): Partial<NdaState> {
  const { party, attempt, amount, paymentIntentId } = open;
  const payment = state.payments[party];
  const settledIntents = adding(state.settledIntents, paymentIntentId);
  const change = {
    amount: (payment.amount ?? 0) + amount,
    paidAt: at,
    paymentIntentId,
    open: payment.open?.attempt === attempt ? undefined : payment.open,
    requests: changeRequest(payment, attempt, { paymentIntentId, standing: 'over' }),
  };
  return { ...covering(state, party, amount, change), settledIntents };
}

/** A card that was refused leaves the intent open for the next try; only a final failure ends it. What was paid stays paid. */
function failed(state: NdaState, { open }: RecordedNda<'PaymentFailed'>): Partial<NdaState> {
  const { party, attempt, final } = open;
  const payment = state.payments[party];
  if (!final) return {};
  const isCurrent = payment.open?.attempt === attempt;
  return paymentOf(state, party, {
    status: isCurrent && payment.covered === 0 ? 'failed' : payment.status,
    open: isCurrent ? undefined : payment.open,
    requests: changeRequest(payment, attempt, { standing: 'over' }),
  });
}

/** Money that does not count ends its intent just the same. */
function settledWithoutCounting(state: NdaState, party: Party, paymentIntentId: string): Partial<NdaState> {
  const payment = state.payments[party];
  const settledIntents = adding(state.settledIntents, paymentIntentId);
  const request = payment.requests.find((candidate) => candidate.paymentIntentId === paymentIntentId);
  if (request === undefined || request.standing === 'over') return { settledIntents };
  const isCurrent = payment.open?.attempt === request.attempt;
  const { payments } = paymentOf(state, party, {
    status: isCurrent && payment.covered === 0 ? 'failed' : payment.status,
    open: isCurrent ? undefined : payment.open,
    requests: changeRequest(payment, request.attempt, { standing: 'over' }),
  });
  return { settledIntents, payments };
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
  VoucherApplied: (state, { open, at }) =>
    covering(state, open.party, open.covered, {
      amount: state.payments[open.party].amount ?? 0,
      paidAt: at,
      voucherId: open.voucherId,
    }),
  PaymentMismatched: (state, { open }) => settledWithoutCounting(state, open.party, open.paymentIntentId),
  RefundDue: (state, { open }) => ({
    ...settledWithoutCounting(state, open.party, open.paymentIntentId),
    refundsDue: state.refundsDue + 1,
  }),
  PaymentRefunded: (state, { open }) => ({
    refunded: adding(state.refunded, `${open.paymentIntentId}:${open.amount}:${open.currency}`),
  }),
};
