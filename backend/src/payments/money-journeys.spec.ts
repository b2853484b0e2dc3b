import fc from 'fast-check';
import { tenthUnlessLong } from '../platform/testing/long-run.js';
import type { Fault, LedgerIntent } from './testing/ledger-provider.js';
import { LedgerWorld } from './testing/ledger-world.js';
import { ACTS, BEGINNINGS, onIntent as onIntentOf, STORE_FAULTS } from './testing/money-acts.js';
import { type BookEntry, expectExplained, keptCents, outcomeName } from './testing/money-explained.js';
import { tolerant } from './testing/money-world.js';

/** Number of random journeys in `test:long`. Other runs use a tenth of it. */
const JOURNEYS = 2_000;

const onIntent = (act: (intent: LedgerIntent, world: LedgerWorld) => Promise<unknown> | void) =>
  onIntentOf(({ provider }: LedgerWorld) => provider.intents, act);
const pays = (intent: LedgerIntent, world: LedgerWorld): boolean =>
  intent.status === 'open' && world.shown.has(intent.id);
const entryOf = (intent: LedgerIntent): BookEntry => ({ ...intent, chargeback: intent.chargeback?.state });
const left = (intent: LedgerIntent): number => keptCents(entryOf(intent));

const disputes = fc.constantFrom('opened' as const, 'won' as const, 'lost' as const).chain((state) =>
  onIntent((intent) => {
    const amount = left(intent);
    if (amount === 0 || intent.refunded > 0) return;
    // A lost dispute stays lost. After a won dispute, only a new dispute may be opened.
    const { state: stands = 'opened', disputes = 1 } = intent.chargeback ?? {};
    if (stands === 'lost' || (stands === 'won' && state !== 'opened')) return;
    intent.chargeback = {
      state,
      amount,
      currency: 'EUR',
      disputes: stands === 'won' ? disputes + 1 : disputes,
    };
  }),
);
const acts = fc.oneof(
  ...ACTS,
  {
    weight: 8,
    arbitrary: onIntent((intent, world) => {
      if (pays(intent, world)) intent.status = 'succeeded';
    }),
  },
  {
    weight: 2,
    arbitrary: onIntent((intent, world) => {
      if (pays(intent, world)) intent.status = 'processing';
    }),
  },
  {
    weight: 1,
    arbitrary: onIntent((intent, world) => {
      if (pays(intent, world)) Object.assign(intent, { status: 'succeeded', amount: intent.amount + 1 });
    }),
  },
  { weight: 6, arbitrary: onIntent((intent, world) => world.webhook(intent)) },
  { weight: 4, arbitrary: onIntent((intent, world) => world.confirm(intent.id)) },
  {
    weight: 2,
    arbitrary: onIntent((intent) => {
      if (left(intent) > 0 && intent.chargeback === null) intent.refunded += Math.min(99, left(intent));
    }),
  },
  // A refund fails after it was reported, so the refunded total falls.
  {
    weight: 1,
    arbitrary: onIntent((intent) => {
      intent.refunded = Math.max(0, intent.refunded - 99);
    }),
  },
  { weight: 3, arbitrary: disputes },
);
const journeys = fc.array(acts, { minLength: 5, maxLength: 40, size: 'max' });
const faults = fc.record({
  provider: fc.array(fc.constantFrom<Fault>('none', 'none', 'none', 'lost', 'unanswered', 'kept failure'), {
    maxLength: 40,
  }),
  store: STORE_FAULTS,
});

/** Outcomes that the journeys must reach. Journeys without these outcomes would test nothing. */
const WANTED = [
  'PaymentConsentGiven',
  'PaymentSucceeded 1',
  'PaymentSucceeded 2',
  'PaymentMismatched',
  'VoucherApplied',
  'PaymentRefunded',
  'PaymentChargedBack lost',
  'PaymentChargedBack won',
  'RefundDue excess',
  'RefundDue erased',
  'RefundDue expired',
  'PaymentFailed cancelled',
  'PaymentFailed nothing_made',
  'PaymentFailed key_expired',
];

describe('the money of an NDA', () => {
  const seen = new Set<string>();

  it('is fully explained once everything is settled, whatever the acts and faults', () =>
    fc.assert(
      fc.asyncProperty(BEGINNINGS, journeys, faults, async (first, steps, wrong) => {
        const world = new LedgerWorld(wrong);
        await world.begin();
        for (const act of [...first, ...steps]) await tolerant(async () => act(world));
        await world.runUntilQuiet();
        await expectExplained(world, world.provider, world.provider.intents.map(entryOf));
        for (const event of await world.events()) seen.add(outcomeName(event));
      }),
      { numRuns: tenthUnlessLong(JOURNEYS), seed: 20261126 },
    ));

  it('reached every possible outcome', () => expect(WANTED.filter((one) => !seen.has(one))).toEqual([]));
});
