import fc from 'fast-check';
import { isLongRun } from '../../platform/testing/long-run.js';
import { type Act, ACTS, BEGINNINGS, onIntent as onIntentOf, PARTY2_ASKED } from '../testing/money-acts.js';
import type { AppendFault } from '../testing/memory-commands.js';
import { expectExplained, keptCents, outcomeName } from '../testing/money-explained.js';
import { tolerant } from '../testing/money-world.js';
import type { DoubleIntent } from './testing/double-objects.js';
import type { DoubleFault } from './testing/stripe-double.js';
import { entryOf, StripeWorld } from './testing/stripe-world.js';

/** Number of journeys. Each journey makes about a hundred calls over HTTP, so only `test:long` runs many. */
const JOURNEYS = isLongRun() ? 500 : 40;

type OnIntent = (intent: DoubleIntent, world: StripeWorld) => Promise<unknown> | void;
const left = (intent: DoubleIntent): number => keptCents(entryOf(intent));
const onAny = (act: OnIntent) => onIntentOf(({ books }: StripeWorld) => books.all, act);
/**
 * Returns an act on an intent that can be paid. Only a browser that has received an intent's secret can pay
 * the intent.
 */
const onPayable = (act: OnIntent) =>
  onIntentOf(
    ({ books, shown }: StripeWorld) =>
      books.all.filter(({ id, status }) => shown.has(id) && status.startsWith('requires_')),
    act,
  );
const onPaid = (act: OnIntent) =>
  onIntentOf(({ books }: StripeWorld) => books.all.filter((intent) => left(intent) > 0), act);

const cards = fc.constantFrom(
  { card: '4242 4242 4242 4242' },
  { card: '4242 4242 4242 4242' },
  { card: '4242 4242 4242 4242' },
  { card: '4000 0025 0000 3155', authenticated: true },
  { card: '4000 0025 0000 3155', authenticated: false },
  { card: '4000 0025 0000 3155' },
  { card: '4000 0000 0000 0002' },
  { card: '4000 0000 0000 7777' },
);
const paid: Act<StripeWorld> = ({ books }) => {
  const [first] = books.all;
  if (first !== undefined) books.confirm({ clientSecret: first.clientSecret, card: '4242 4242 4242 4242' });
};
const beginnings = fc.oneof(BEGINNINGS, fc.constant<readonly Act<StripeWorld>[]>([...PARTY2_ASKED, paid]));
const paying = fc
  .tuple(cards, fc.constantFrom(0, 0, 0, 1))
  .chain(([how, more]) =>
    onPayable(({ clientSecret, amount }, world) =>
      world.atStripe(() => world.books.confirm({ clientSecret, ...how }, { received: amount + more })),
    ),
  );
const deciding = fc
  .constantFrom('succeeded' as const, 'succeeded' as const, 'failed' as const)
  .chain((outcome) => onAny(({ id }, world) => world.atStripe(() => world.books.settle(id, outcome))));
const telling = fc.nat(40).map((n) => (world: StripeWorld) => {
  const event = world.doubleEvents[n % Math.max(1, world.doubleEvents.length)];
  return event && world.deliver(event);
});
const newest = fc.constant((world: StripeWorld) => {
  const event = world.doubleEvents.at(-1);
  return event && world.deliver(event);
});
const disputing = fc
  .constantFrom('needs_response' as const, 'warning_needs_response' as const)
  .chain((status) =>
    onPaid((intent, world) => {
      if (intent.refunds.length === 0 && intent.disputes.length === 0)
        world.atStripe(() => world.books.openDispute(intent.id, status));
    }),
  );
const closing = fc.constantFrom('won' as const, 'lost' as const).chain((outcome) =>
  onAny(({ disputes }, world) => {
    const [first] = disputes;
    if (first === undefined) return;
    const { id, status } = first;
    if (status === 'needs_response') world.books.closeDispute(id, outcome);
    if (status !== 'warning_needs_response') return;
    if (outcome === 'won') world.books.closeDispute(id, 'warning_closed');
    else world.books.escalateDispute(id);
  }),
);

const acts = fc.oneof(
  ...ACTS,
  { weight: 16, arbitrary: paying },
  { weight: 2, arbitrary: deciding },
  { weight: 6, arbitrary: telling },
  { weight: 8, arbitrary: newest },
  { weight: 4, arbitrary: onAny(({ id }, world) => world.confirm(id)) },
  {
    weight: 3,
    arbitrary: onPaid((intent, world) => {
      if (intent.disputes.length === 0)
        world.atStripe(() => world.books.refund(intent.id, Math.min(99, left(intent))));
    }),
  },
  {
    weight: 1,
    arbitrary: onAny(({ refunds }, world) => {
      const stands = refunds.find(({ status }) => status !== 'failed');
      if (stands !== undefined) world.books.failRefund(stands.id);
    }),
  },
  { weight: 6, arbitrary: disputing },
  { weight: 8, arbitrary: closing },
);

/** The SDK tries each call three times, so a single fault would have no effect. */
const three = (fault: DoubleFault): readonly DoubleFault[] => [fault, fault, fault];
const NONE: readonly DoubleFault[] = ['none'];
const faults = fc.record({
  api: fc
    .array(
      fc.constantFrom(
        ...[...Array(16)].map(() => NONE),
        ['cut after' as const],
        [{ failure: 503 }],
        three('cut before'),
        three('cut after'),
        three({ failure: 500 }),
        [{ failure: 500, kept: true }],
        [{ status: 429, type: 'invalid_request_error', code: 'rate_limit' }],
      ),
      { maxLength: 30 },
    )
    .map((drawn) => drawn.flat()),
  store: fc.array(
    fc.constantFrom<AppendFault>(...[...Array(10)].map(() => 'none' as const), 'lost', 'unanswered'),
    { maxLength: 60 },
  ),
});

/** Outcomes that the journeys must reach. Journeys without these outcomes would test nothing. */
const WANTED = [
  'PaymentSucceeded 1',
  'PaymentSucceeded 2',
  'PaymentMismatched',
  'VoucherApplied',
  'PaymentRefunded',
  'PaymentChargedBack opened',
  'PaymentChargedBack lost',
  'RefundDue excess',
  'PaymentFailed card_declined',
  'PaymentFailed cancelled',
  'PaymentFailed nothing_made',
];

describe('the money of an NDA at Stripe, through its own SDK', () => {
  const seen = new Set<string>();

  it('is fully explained once everything is settled, whatever the acts and faults', () =>
    fc.assert(
      fc.asyncProperty(
        beginnings,
        fc.array(acts, { minLength: 30, maxLength: 40, size: 'max' }),
        faults,
        async (first, steps, wrong) => {
          const world = await StripeWorld.start(wrong);
          try {
            for (const act of [...first, ...steps]) await tolerant(async () => act(world));
            await world.runUntilQuiet();
            await expectExplained(world, world.provider, world.books.all.map(entryOf));
            for (const event of await world.events()) seen.add(outcomeName(event));
          } finally {
            await world.stop();
          }
        },
      ),
      { numRuns: JOURNEYS, seed: 20261126, endOnFailure: true },
    ));

  it('reached every possible outcome', () => expect(WANTED.filter((one) => !seen.has(one))).toEqual([]));
});
