import { DAY_MS } from '@siegel/contracts/limits';
import { newId } from '../../platform/crypto/ids.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { differences } from '../check-payments.js';
import type { Difference } from '../difference-text.js';
import type { Period } from '../provider.js';
import { APP } from './testing/running-stripe.js';
import { StripeWorld } from './testing/stripe-world.js';

const CARD = '4242 4242 4242 4242';
const none = async function* () {};

describe("the operator's check of days with refunds or chargebacks", () => {
  let world: StripeWorld;
  let paid: string;
  beforeEach(async () => {
    world = await StripeWorld.start({ api: [], store: [] });
    await world.run(oneOfEachCommand.SignAsParty1);
    await world.open(1);
    const [intent] = world.books.all;
    if (intent === undefined) throw new Error('no intent');
    world.books.confirm({ clientSecret: intent.clientSecret, card: CARD });
    await world.confirm(intent.id);
    paid = intent.id;
    world.clock.advance(40 * DAY_MS);
  });
  afterEach(() => world.stop());

  const today = (): Period => {
    const now = world.clock.now().getTime();
    return { from: new Date(now), until: new Date(now + DAY_MS) };
  };
  const found = async (period = today()): Promise<Difference[]> => {
    const all: Difference[] = [];
    const { commands, provider } = world;
    for await (const one of differences(
      { provider, commands, isEnded: () => false, requested: none },
      period,
    ))
      all.push(one);
    return all;
  };

  it('finds a refund whose event was lost, of a much older payment', async () => {
    expect(await found()).toEqual([]);
    world.books.refund(paid, 50);
    world.books.refund(paid, 49);
    expect(await found()).toMatchObject([{ kind: 'refunded', paymentIntentId: paid, ours: 0, theirs: 99 }]);
    await world.confirm(paid);
    expect(await found()).toEqual([]);
  });

  it('finds a chargeback whose event was lost', async () => {
    world.books.openDispute(paid);
    expect(await found()).toMatchObject([
      { kind: 'chargeback', paymentIntentId: paid, ours: null, theirs: 'opened' },
    ]);
  });

  it('reports none twice, and none from other days', async () => {
    world.books.refund(paid, 50);
    world.books.openDispute(paid, 'needs_response', 100);
    const both = ['refunded', 'chargeback'];
    const now = world.clock.now().getTime();
    expect((await found()).map(({ kind }) => kind)).toEqual(both);
    const since = { from: new Date(now - 41 * DAY_MS), until: new Date(now + DAY_MS) };
    expect((await found(since)).map(({ kind }) => kind)).toEqual(both);
    expect(await found({ from: new Date(now - DAY_MS), until: new Date(now) })).toEqual([]);
  });

  it('ignores those of another application', async () => {
    for (const app of ['other.example', APP]) {
      const metadata = { app, nda: newId(), party: '1', attempt: '1' };
      const { id, clientSecret } = world.books.make({
        amount: 199,
        currency: 'eur',
        allowedTypes: ['card'],
        metadata,
      });
      world.books.confirm({ clientSecret, card: CARD });
      world.books.refund(id, 50);
    }
    const period = today();
    world.clock.advance(2 * DAY_MS);
    const own = world.books.all.at(-1)?.id;
    expect(await found(period)).toMatchObject([{ kind: 'nda_unknown', paymentIntentId: own }]);
  });
});
