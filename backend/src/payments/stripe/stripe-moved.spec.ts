import { DAY_MS } from '@siegel/contracts/limits';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { differences } from '../check-payments.js';
import type { Difference } from '../difference-text.js';
import type { StripeProvider } from './stripe.provider.js';
import type { DoubleIntent } from './testing/double-objects.js';
import { StripeWorld } from './testing/stripe-world.js';

const CARD = '4242 4242 4242 4242';
const none = async function* () {};

describe('a service whose host has changed', () => {
  let world: StripeWorld;
  let moved: StripeProvider;
  beforeEach(async () => {
    world = await StripeWorld.start({ api: [], store: [] });
    await world.run(oneOfEachCommand.SignAsParty1);
    moved = world.movedTo('new.example');
  });
  afterEach(() => world.stop());

  const begun = async (): Promise<DoubleIntent> => {
    await world.open(1);
    const intent = world.books.all.at(-1);
    if (intent === undefined) throw new Error('no intent');
    return intent;
  };
  const told = async (provider = moved): Promise<void> => {
    const event = world.doubleEvents.at(-1);
    if (event !== undefined) await world.deliver(event, provider);
  };
  const paid = async (): Promise<DoubleIntent> => {
    const intent = await begun();
    world.books.confirm({ clientSecret: intent.clientSecret, card: CARD });
    await told(world.provider);
    return intent;
  };
  const found = async (): Promise<Difference[]> => {
    const now = world.clock.now().getTime();
    const period = { from: new Date(now - DAY_MS), until: new Date(now + DAY_MS) };
    const all: Difference[] = [];
    const { commands } = world;
    for await (const one of differences(
      { provider: moved, commands, isEnded: () => false, requested: none },
      period,
    ))
      all.push(one);
    return all;
  };

  it('records refunds and chargebacks of earlier payments, and checks them', async () => {
    const { id } = await paid();
    world.books.refund(id, 99);
    expect(await found()).toMatchObject([
      { kind: 'refunded', paymentIntentId: id, ndaId: world.ndaId, ours: 0, theirs: 99 },
    ]);
    await told();
    world.books.openDispute(id, 'needs_response', 100);
    await told();
    expect(world.outcomes).toEqual(['recorded', 'recorded', 'recorded']);
    const { moneyBack } = await world.state();
    expect(moneyBack.refunded).toMatchObject([{ paymentIntentId: id, amount: 99 }]);
    expect(moneyBack.chargedBack).toMatchObject([{ paymentIntentId: id, state: 'opened', amount: 100 }]);
    expect(await found()).toEqual([]);
  });

  it('counts a payment of an earlier intent, and ends an unpaid one', async () => {
    const { id, clientSecret } = await begun();
    expect(await moved.reopen(id)).toEqual({ paymentIntentId: id, clientSecret });
    world.books.confirm({ clientSecret, card: CARD });
    await told();
    expect((await world.state()).payments[1].counted).toEqual([{ paymentIntentId: id, amount: 199 }]);
  });

  it('ends an earlier intent', async () => {
    const intent = await begun();
    expect(await moved.cancel(intent.id)).toMatchObject({ status: 'cancelled' });
    expect(intent.status).toBe('canceled');
  });

  it('ignores intents that its log does not know, even if they name an NDA of this service', async () => {
    await paid();
    const metadata = { app: 'other.example', nda: world.ndaId, party: '1', attempt: '1' };
    const other = world.books.make({ amount: 199, currency: 'eur', allowedTypes: ['card'], metadata });
    expect(await moved.lookUp(other.id)).toBeUndefined();
    expect(await moved.cancel(other.id)).toBeUndefined();
    expect(other.status).toBe('requires_payment_method');
    world.books.confirm({ clientSecret: other.clientSecret, card: CARD });
    await told();
    expect(world.outcomes).toEqual(['recorded', 'ignored']);
    expect(await found()).toEqual([]);
  });
});
