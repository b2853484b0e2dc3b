import type { Party } from '@siegel/contracts/enums';
import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import fc from 'fast-check';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { refundedOf, revenueOf } from '../nda/money-back.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { openIntents } from '../nda/rules/payment.js';
import { tenth } from '../testing/tenth.js';
import { differences } from './check-payments.js';
import type { LedgerIntent } from './testing/ledger-provider.js';
import { MoneyWorld, tolerant } from './testing/money-world.js';

/** Whole in `test:long`. */
const JOURNEYS = 2_000;

type Act = (world: MoneyWorld) => Promise<unknown> | void;

const { SignAsParty1, InviteParty2, CorrectParty2Address, SignAsParty2 } = oneOfEachCommand;
const party = fc.constantFrom<Party>(1, 1, 1, 2);
const which = fc.constantFrom<0 | 1>(0, 1);
/** One of the intents that the provider made so far. */
const nth = fc.nat(5);
const chosen = (n: number, { provider: { intents } }: MoneyWorld): LedgerIntent | undefined =>
  intents[n % Math.max(1, intents.length)];
const onIntent = (act: (intent: LedgerIntent, world: MoneyWorld) => Promise<unknown> | void) =>
  nth.map(
    (n): Act =>
      (world) => {
        const intent = chosen(n, world);
        return intent === undefined ? undefined : act(intent, world);
      },
  );
const pays = (intent: LedgerIntent, world: MoneyWorld): boolean =>
  intent.status === 'open' && world.shown.has(intent.id);
const kept = ({ status, chargeback, amount, refunded }: LedgerIntent): number =>
  status === 'succeeded' && chargeback?.state !== 'lost' ? amount - refunded : 0;

const sign = fc.record({ remote: fc.boolean(), both: fc.boolean() }).map(
  ({ remote, both }): Act =>
    (world) =>
      world.run({ ...SignAsParty1, mode: remote ? 'remote' : 'in-person', party1PaysForBoth: both }),
);
const command = fc
  .constantFrom(
    InviteParty2,
    CorrectParty2Address,
    SignAsParty2,
    oneOfEachCommand.CancelInvitation,
    oneOfEachCommand.ExpireInvitation,
    oneOfEachCommand.EraseNda,
  )
  .map(
    (one): Act =>
      (world) =>
        world.run(one),
  );
const acts = fc.oneof(
  { weight: 4, arbitrary: sign },
  {
    weight: 8,
    arbitrary: party.map(
      (of): Act =>
        (world) =>
          world.open(of),
    ),
  },
  {
    weight: 3,
    arbitrary: party.map(
      (of): Act =>
        (world) =>
          world.consent(of),
    ),
  },
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
  { weight: 4, arbitrary: onIntent((intent, world) => world.confirm(intent)) },
  {
    weight: 3,
    arbitrary: fc.tuple(party, which).map(
      ([of, n]): Act =>
        (world) =>
          world.applyVoucher(of, n),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(party, which).map(
      ([of, n]): Act =>
        (world) =>
          world.redeemOnly(of, n),
    ),
  },
  {
    weight: 4,
    arbitrary: party.map(
      (of): Act =>
        (world) =>
          world.lookAt(of),
    ),
  },
  {
    weight: 2,
    arbitrary: onIntent((intent) => {
      if (kept(intent) > 0 && intent.chargeback === null) intent.refunded += Math.min(99, kept(intent));
    }),
  },
  // A refund that fails later.
  {
    weight: 1,
    arbitrary: onIntent((intent) => {
      intent.refunded = Math.max(0, intent.refunded - 99);
    }),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(nth, fc.constantFrom('opened' as const, 'won' as const, 'lost' as const)).map(
      ([n, state]): Act =>
        (world) => {
          const intent = chosen(n, world);
          const amount = intent === undefined ? 0 : kept(intent);
          if (intent === undefined || amount === 0 || intent.refunded > 0) return;
          // What was decided stays so.
          if (intent.chargeback === null || intent.chargeback.state === 'opened')
            intent.chargeback = { state, amount, currency: 'EUR' };
        },
    ),
  },
  { weight: 3, arbitrary: command },
  {
    weight: 2,
    arbitrary: fc.constant<Act>((world) => {
      world.clock.advance(15 * DAY_MS);
      return world.run(oneOfEachCommand.ExpireInvitation);
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(1, 12, 23, 25, 24 * 8).map(
      (hours): Act =>
        (world) =>
          world.clock.advance(hours * HOUR_MS),
    ),
  },
);
const journeys = fc.array(acts, { minLength: 5, maxLength: 40, size: 'max' });
const faults = fc.record({
  provider: fc.array(
    fc.constantFrom(
      'none' as const,
      'none' as const,
      'none' as const,
      'lost' as const,
      'unanswered' as const,
      'kept failure' as const,
    ),
    { maxLength: 40 },
  ),
  store: fc.array(
    fc.constantFrom(
      'none' as const,
      'none' as const,
      'none' as const,
      'none' as const,
      'lost' as const,
      'unanswered' as const,
    ),
    { maxLength: 60 },
  ),
});
const split: Act = (world) => world.run({ ...SignAsParty1, mode: 'remote', party1PaysForBoth: false });
const begun = fc.constantFrom<readonly Act[]>(
  [split],
  [split, (world) => world.applyVoucher(1, 0), (world) => world.run(InviteParty2), (world) => world.open(2)],
  [split, (world) => world.open(1)],
);

/** Each intent's money is told to the cent: it counted, it is due back, or it did not match; and nothing is left open. */
async function expectExplained(world: MoneyWorld): Promise<void> {
  const { provider } = world;
  const state = await world.state();
  for (const each of [1, 2] as const) expect(openIntents(state, each)).toEqual([]);
  const counted = [...state.payments[1].counted, ...state.payments[2].counted];
  const { moneyBack } = state;
  for (const intent of provider.intents) {
    const { id, amount, status, refunded, chargeback } = intent;
    const own = counted.filter(({ paymentIntentId }) => paymentIntentId === id);
    const due = moneyBack.due.filter(({ paymentIntentId }) => paymentIntentId === id);
    const beside = own.length === 0 ? due : due.filter(({ reason }) => reason === 'excess');
    const told = [...own, ...beside].reduce((sum, one) => sum + one.amount, 0);
    expect(told).toBe(status === 'succeeded' ? amount : 0);
    if (status !== 'succeeded') continue;
    expect(refundedOf(moneyBack, id, 'EUR')).toBe(refunded);
    expect(moneyBack.chargedBack.find(({ paymentIntentId }) => paymentIntentId === id)?.state).toBe(
      chargeback?.state,
    );
    // Whatever the provider's side has beyond our revenue is due back.
    const beyond = kept(intent) - revenueOf(own, moneyBack);
    expect(beyond).toBeGreaterThanOrEqual(0);
    expect(beyond).toBeLessThanOrEqual(beside.reduce((sum, one) => sum + one.amount, 0));
  }
  const vouchers = [state.payments[1].voucherId, state.payments[2].voucherId].filter((id) => id !== null);
  expect((await world.held()).toSorted()).toEqual([...new Set(vouchers)].toSorted());
  const now = world.clock.now().getTime();
  const period = { from: new Date(now - 1_000 * DAY_MS), until: new Date(now) };
  const parts = { provider, commands: world.commands, asked: async function* () {} };
  const found: unknown[] = [];
  for await (const difference of differences(parts, period)) found.push(difference);
  expect(found).toEqual([]);
}

/** What the journeys have to come to, or they try nothing. */
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

const what = ({ type, open }: Recorded<NdaEvent>): string => {
  if (type === 'PaymentSucceeded') return `${type} ${open.party}`;
  if (type === 'PaymentChargedBack') return `${type} ${open.state}`;
  if (type === 'RefundDue') return `${type} ${open.reason}`;
  return type === 'PaymentFailed' ? `${type} ${open.code}` : type;
};

describe('the money of an NDA', () => {
  const seen = new Set<string>();

  it('is all explained, whatever is done and whatever goes wrong, once it comes to rest', () =>
    fc.assert(
      fc.asyncProperty(begun, journeys, faults, async (first, steps, wrong) => {
        const world = new MoneyWorld(wrong);
        await world.begin();
        for (const act of [...first, ...steps]) await tolerant(async () => act(world));
        await world.comeToRest();
        await expectExplained(world);
        for (const event of await world.events()) seen.add(what(event));
      }),
      { numRuns: tenth(JOURNEYS), seed: 20261126 },
    ));

  it('came to everything that can happen to it', () =>
    expect(WANTED.filter((one) => !seen.has(one))).toEqual([]));
});
