import { berlinDay } from '@siegel/contracts/formats';
import type { Party } from '@siegel/contracts/enums';
import { isFullyPaid, type PriceBasis } from '@siegel/contracts/payments/price';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { firstValues } from '../platform/postgres/columns.js';
import type { Summand } from '../eventsourcing/projections/sums.js';
import { type MoneyBackFact, moneyBackAfter, revenueOf } from '../nda/money-back.js';
import { type NdaCreated, type NdaEvent, ndaIdOf } from '../nda/nda.events.js';
import { partyProgressAfter, partyWithout, type PaymentFact } from '../nda/payment-progress.js';
import type { PaymentProgress } from '../nda/payment.state.js';
import { FIGURES_COLUMNS, type FiguresRow } from './figures-row.js';

// Pure functions that derive the counted facts of an NDA from its events. `figuresAfter` folds one more
// event, `summandsOf` returns the NDA's share of the figures. The projection uses these functions. A replay
// of the log therefore gives the same figures (rule:funnel-comes-from-the-log).

/** Names of the sums. */
export const SUMS = {
  /** The parts of `created`, `signed` and `paid` are days in Europe/Berlin, `YYYY-MM-DD`. */
  created: 'created',
  signed: 'signed',
  paid: 'paid',
  /** Number of existing NDAs. Each part is one status of NDAs. */
  status: 'status',
  /**
   * `allPaid` is the number of existing NDAs for which everything owed is paid. `paymentOpen` is the number
   * of existing NDAs that owe something and have an open card payment.
   */
  allPaid: 'all-paid',
  paymentOpen: 'payment-open',
  /** Cents, including the revenue from discarded and erased NDAs. */
  revenue: 'revenue',
} as const;

type Change = Partial<Omit<FiguresRow, 'id' | 'revision'>>;
type Handlers = {
  readonly [T in NdaEvent['type']]?: (
    row: FiguresRow,
    event: Recorded<Extract<NdaEvent, { type: T }>>,
  ) => Change;
};

const basisOf = ({ signatureMode, party1PaysForBoth, party1, party2 }: FiguresRow): PriceBasis => ({
  mode: signatureMode,
  party1PaysForBoth,
  covered: { 1: party1.covered, 2: party2.covered },
});

const paymentsOf = (row: FiguresRow, party: Party): PaymentProgress =>
  party === 1 ? row.party1 : row.party2;
const withPayments = (party: Party, progress: PaymentProgress): Change =>
  party === 1 ? { party1: progress } : { party2: progress };

const withPayment = (row: FiguresRow, event: PaymentFact): Change => {
  const { party } = event.open;
  return withPayments(party, partyProgressAfter(paymentsOf(row, party), event, basisOf(row)));
};
const withoutPayment = (row: FiguresRow, party: Party, paymentIntentId: string): Change =>
  row.counted.some((one) => one.paymentIntentId === paymentIntentId)
    ? {}
    : withPayments(party, partyWithout(paymentsOf(row, party), paymentIntentId));
const withMoneyBack = (row: FiguresRow, event: MoneyBackFact): Change => ({
  moneyBack: moneyBackAfter(row.moneyBack, event),
});

const handlers = {
  // A draft that was discarded without a successor does not count as created. If the draft has a successor,
  // the chain of drafts counts once, on the day of its first NDA.
  NdaDiscarded: (_, { open }) => ({
    isGone: true,
    ...(open.replacedBy === null ? { createdDay: null } : {}),
  }),
  Party1Signed: (_, { open: { mode, party1PaysForBoth } }) => ({
    status: 'party1_signed',
    signatureMode: mode,
    party1PaysForBoth,
  }),
  SigningMadeRemote: (_, { open: { party1PaysForBoth } }) => ({ signatureMode: 'remote', party1PaysForBoth }),
  SigningMadeInPerson: (_, { open: { party1PaysForBoth } }) => ({
    signatureMode: 'in-person',
    party1PaysForBoth,
  }),
  InvitationCancelled: () => ({ signatureMode: 'in-person' }),
  NdaCompleted: ({ signedDay }, { at }) => ({ status: 'completed', signedDay: signedDay ?? berlinDay(at) }),
  NdaSent: () => ({ status: 'sent' }),
  NdaErased: () => ({ isGone: true }),
  PaymentRequested: withPayment,
  PaymentIntentOpened: withPayment,
  PaymentSucceeded: (row, event) => {
    const { paymentIntentId, amount } = event.open;
    return { ...withPayment(row, event), counted: [...row.counted, { paymentIntentId, amount }] };
  },
  PaymentFailed: withPayment,
  VoucherApplied: withPayment,
  PaymentMismatched: (row, { open }) => withoutPayment(row, open.party, open.paymentIntentId),
  RefundDue: (row, event) => ({
    ...withoutPayment(row, event.open.party, event.open.paymentIntentId),
    ...withMoneyBack(row, event),
  }),
  PaymentRefunded: withMoneyBack,
  PaymentChargedBack: withMoneyBack,
} as const satisfies Handlers;

/** Types of the events that change a counted fact. */
export const COUNTED_EVENTS: readonly NdaEvent['type'][] = [
  'NdaCreated',
  ...(Object.keys(handlers) as (keyof typeof handlers)[]),
];

const createdRow = ({ stream, revision, at, open }: Recorded<NdaCreated>): FiguresRow => {
  const id = ndaIdOf(stream);
  return {
    ...firstValues(FIGURES_COLUMNS),
    id,
    revision,
    createdDay: open.chain === id ? berlinDay(at) : null,
  };
};

/** Returns the figures of an NDA after one more event. */
export function figuresAfter(row: FiguresRow | undefined, event: Recorded<NdaEvent>): FiguresRow | undefined {
  if (event.type === 'NdaCreated') return createdRow(event);
  // Each handler takes events of the type under which it is stored, but the type checker cannot infer that.
  const handler = (handlers as Handlers)[event.type] as
    | ((row: FiguresRow, event: Recorded<NdaEvent>) => Change)
    | undefined;
  if (row === undefined || handler === undefined) return row;
  const next = { ...row, ...handler(row, event), revision: event.revision };
  return next.paidDay === null && isFullyPaid(basisOf(next))
    ? { ...next, paidDay: berlinDay(event.at) }
    : next;
}

const onDay = (name: string, day: string | null): readonly Summand[] =>
  day === null ? [] : [{ name, part: day, value: 1 }];
const one = (name: string): Summand => ({ name, part: '', value: 1 });

function statusSummands(row: FiguresRow): readonly Summand[] {
  if (row.isGone) return [];
  const isOpen = row.party1.open !== undefined || row.party2.open !== undefined;
  const payment = isFullyPaid(basisOf(row)) ? [one(SUMS.allPaid)] : isOpen ? [one(SUMS.paymentOpen)] : [];
  return [{ name: SUMS.status, part: row.status, value: 1 }, ...payment];
}

/** Returns the NDA's share of the figures. */
export const summandsOf = (row: FiguresRow): readonly Summand[] => [
  ...onDay(SUMS.created, row.createdDay),
  ...onDay(SUMS.signed, row.signedDay),
  ...onDay(SUMS.paid, row.paidDay),
  ...statusSummands(row),
  { name: SUMS.revenue, part: '', value: revenueOf(row.counted, row.moneyBack) },
];
