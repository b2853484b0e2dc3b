import { DAY_MS } from '@siegel/contracts/limits';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { differences } from '../check-payments.js';
import type { Difference } from '../difference-text.js';
import type { StripeProvider } from './stripe.provider.js';
import type { DoubleIntent } from './testing/double-objects.js';
import { StripeWorld } from './testing/stripe-world.js';

const CARD = '4242 4242 4242 4242';
const none = async function* () {};

describe('a service that is reached under another host than before', () => {
  let world: StripeWorld;
  let moved: StripeProvider;
  beforeEach(async () => {
    world = await StripeWorld.start({ api: [], store: [] });
    await world.run(oneOfEachCommand.SignAsParty1);
    moved = world.at('new.example');
  });
  afterEach(() => world.stop());

  const begun = async (): Promise<DoubleIntent> => {
    await world.open(1);
    const intent = world.books.all.at(-1);
    if (intent === undefined) throw new Error('no intent');
    return intent;
  };
  const told = async (provider = moved): Promise<void> => {
    const event = world.told.at(-1);
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
    for await (const one of differences({ provider: moved, commands, asked: none }, period)) all.push(one);
    return all;
  };

  it('hears of what goes back of the payments of before, and checks them', async () => {
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

  it('counts what is paid of an intent of before, and ends one that is not', async () => {
    const { id, clientSecret } = await begun();
    expect(await moved.reopen(id)).toEqual({ paymentIntentId: id, clientSecret });
    world.books.confirm({ clientSecret, card: CARD });
    await told();
    expect((await world.state()).payments[1].counted).toEqual([{ paymentIntentId: id, amount: 199 }]);
  });

  it('ends an intent of before', async () => {
    const intent = await begun();
    expect(await moved.cancel(intent.id)).toMatchObject({ status: 'cancelled' });
    expect(intent.status).toBe('canceled');
  });

  it('leaves alone what its log does not know, even if it names an NDA of this one', async () => {
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
