import { HOUR_MS, PAYMENT_ATTEMPTS_MAX } from '@siegel/contracts/limits';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { NothingMade, ProviderFailed, RefusedForNow } from './provider.js';
import { CARD, createPaymentBench, type PaymentBench } from '../../testing/backend/payment-bench.js';
import { unavailableProvider, withParts } from './testing/providers.js';
import { onlyInAll } from '../platform/testing/only-in-all.js';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await createPaymentBench();
});
afterAll(() => bench.stop());

const open = (ndaId: string, party: 1 | 2 = 1) => bench.service.open(ndaId, party, bench.context());
const confirm = (ndaId: string, paymentIntentId: string) =>
  bench.service.confirm(ndaId, paymentIntentId, bench.context());

describe('an intent to pay', () => {
  it('stays the same while it is open, even for concurrent requests', async () => {
    const ndaId = await bench.signedNda();
    const intents = await Promise.all([open(ndaId), open(ndaId), open(ndaId)]);
    intents.push(await open(ndaId));
    for (const intent of intents) expect(intent).toEqual(intents[0]);
    expect(intents[0]).toEqual({
      orderNumber: orderNumber(ndaId, 1),
      clientSecret: expect.stringMatching(/^pi_sandbox_\w+_secret_\w+$/),
      paymentIntentId: expect.stringMatching(/^pi_sandbox_\w+$/),
      amount: 199,
      currency: 'EUR',
      provider: 'sandbox',
      publishableKey: 'pk_sandbox',
    });
    expect((await bench.types(ndaId)).slice(2)).toEqual(['PaymentRequested', 'PaymentIntentOpened']);
  });

  it('never has its secret in an event', async () => {
    const ndaId = await bench.signedNda();
    const { clientSecret } = await open(ndaId);
    const { rows } = await bench.infrastructure.pool.query<{ found: number }>(
      "SELECT count(*)::int AS found FROM event_store.events WHERE position($1 in encode(data, 'escape')) > 0",
      [clientSecret.split('_secret_')[1]],
    );
    expect(rows).toEqual([{ found: 0 }]);
  });

  it('is recorded before the provider is called, so that after a lost answer the same one is used', async () => {
    const ndaId = await bench.signedNda();
    const asked: string[] = [];
    const losing = unavailableProvider({
      open: async (request) => {
        asked.push(request.idempotencyKey);
        await bench.sandbox.open(request);
        throw new ProviderFailed('lost on the way back');
      },
    });
    const { service } = bench.with({ provider: losing });
    await expect(service.open(ndaId, 1, bench.context())).rejects.toMatchObject({
      code: 'payment_provider_failed',
    });
    expect((await bench.types(ndaId)).slice(2)).toEqual(['PaymentRequested']);
    expect(asked).toEqual([`${ndaId}:1:199:1`]);
    const { paymentIntentId } = await open(ndaId);
    const { rows } = await bench.infrastructure.pool.query(
      'SELECT id FROM sandbox_payment_intents WHERE nda_id = $1',
      [ndaId],
    );
    expect(rows).toEqual([{ id: paymentIntentId }]);
  });

  it('for another amount is a new attempt, and money of the first one still counts', async () => {
    const ndaId = await bench.nda({
      ...oneOfEachCommand.SignAsParty1,
      mode: 'remote',
      party1PaysForBoth: true,
    });
    const first = await open(ndaId);
    await bench.run(ndaId, { ...oneOfEachCommand.SignAsParty1, mode: 'remote', party1PaysForBoth: false });
    const second = await open(ndaId);
    expect([first.amount, second.amount]).toEqual([398, 199]);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    await bench.sandbox.confirm(first.clientSecret, CARD);
    await confirm(ndaId, first.paymentIntentId);
    expect(await bench.state(ndaId)).toMatchObject({
      moneyBack: { due: [{ amount: 199, reason: 'excess' }] },
      payments: { 1: { covered: 199, status: 'succeeded' } },
    });
  });

  it('is made only once, and fetched by its id once that is known', async () => {
    const ndaId = await bench.signedNda();
    const first = await open(ndaId);
    const { service } = bench.with({
      provider: withParts(bench.sandbox, { open: () => Promise.reject(new Error('made anew')) }),
    });
    bench.clock.advance(30 * HOUR_MS);
    expect(await service.open(ndaId, 1, bench.context())).toEqual(first);
  });

  it('is recorded if it was paid or ended without a report, and the next attempt follows in the same call', async () => {
    const [ended, paid] = [await bench.signedNda(), await bench.signedNda()];
    const first = await open(ended);
    await bench.sandbox.cancel(first.paymentIntentId);
    const second = await open(ended);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    expect((await bench.types(ended)).slice(4)).toEqual([
      'PaymentFailed',
      'PaymentRequested',
      'PaymentIntentOpened',
    ]);
    await bench.sandbox.confirm((await open(paid)).clientSecret, CARD);
    await expect(open(paid)).rejects.toMatchObject({ code: 'already_paid' });
    expect((await bench.state(paid)).payments[1]).toMatchObject({ covered: 199 });
  });

  it('is replaced by the next attempt in the same call if the provider does not know or never made it', async () => {
    const ndaId = await bench.signedNda();
    const first = await open(ndaId);
    await bench.infrastructure.pool.query('DELETE FROM sandbox_payment_intents WHERE id = $1', [
      first.paymentIntentId,
    ]);
    const second = await open(ndaId);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    const asked: string[] = [];
    const refusing = withParts(bench.sandbox, {
      open: (request) => {
        asked.push(request.idempotencyKey);
        return asked.length === 1
          ? Promise.reject(new NothingMade('a failure, kept under the key'))
          : bench.sandbox.open(request);
      },
    });
    const other = await bench.signedNda();
    await bench.with({ provider: refusing }).service.open(other, 1, bench.context());
    expect(asked).toEqual([`${other}:1:199:1`, `${other}:1:199:2`]);
    expect((await bench.state(other)).payments[1]).toMatchObject({ attempt: 2, status: 'pending' });
  });

  it("is replaced a day later, with the next attempt's key, if its id was lost", async () => {
    const ndaId = await bench.signedNda();
    const { service } = bench.with({ provider: unavailableProvider() });
    await expect(service.open(ndaId, 1, bench.context())).rejects.toMatchObject({
      code: 'payment_provider_failed',
    });
    bench.clock.advance(23 * HOUR_MS);
    await open(ndaId);
    const { requests } = (await bench.state(ndaId)).payments[1];
    expect(requests).toMatchObject([
      { attempt: 1, standing: 'over', paymentIntentId: null },
      { attempt: 2, standing: 'open', paymentIntentId: expect.stringMatching(/^pi_/) },
    ]);
  });

  it('is requested a limited number of times if the provider never makes one', async () => {
    const ndaId = await bench.signedNda();
    const { service } = bench.with({
      provider: unavailableProvider({ open: () => Promise.reject(new NothingMade('never')) }),
    });
    await expect(service.open(ndaId, 1, bench.context())).rejects.toMatchObject({
      code: 'payment_provider_failed',
    });
    expect((await bench.state(ndaId)).payments[1].attempt).toBe(3);
  });

  const refusing = () =>
    bench.with({
      provider: unavailableProvider({ open: () => Promise.reject(new RefusedForNow('refused')) }),
    });

  it('costs no attempt and leaves no trace if it is refused; once the cause is fixed it is made with the same key', async () => {
    const ndaId = await bench.signedNda();
    for (let press = 0; press < PAYMENT_ATTEMPTS_MAX + 1; press += 1)
      await expect(refusing().service.open(ndaId, 1, bench.context())).rejects.toMatchObject({
        code: 'payment_provider_failed',
        // The log shows this cause.
        cause: { name: 'RefusedForNow', message: 'refused' },
      });
    expect((await bench.types(ndaId)).slice(2)).toEqual(['PaymentRequested']);
    const { paymentIntentId } = await open(ndaId);
    expect(await bench.sandbox.lookUp(paymentIntentId)).toMatchObject({ attempt: 1 });
  });

  it('is over as soon as it is unwanted, if it was refused', async () => {
    const ndaId = await bench.signedNda();
    const { service, intents } = refusing();
    await expect(service.open(ndaId, 1, bench.context())).rejects.toMatchObject({
      code: 'payment_provider_failed',
    });
    await intents.end(ndaId, 1, 'all', newId());
    expect((await bench.state(ndaId)).payments[1].requests).toMatchObject([{ standing: 'over' }]);
  });

  onlyInAll.it('can be paid soon after the last failure, however many the provider kept', async () => {
    const ndaId = await bench.signedNda();
    const keys = new Set<string>();
    const { service } = bench.with({
      provider: unavailableProvider({
        open: ({ idempotencyKey }) => {
          const isKept = keys.has(idempotencyKey);
          keys.add(idempotencyKey);
          return Promise.reject(isKept ? new NothingMade('kept') : new ProviderFailed('failed'));
        },
      }),
    });
    for (let press = 0; press < 3 * 24 * 6; press += 1) {
      bench.clock.advance(10 * 60_000);
      await expect(service.open(ndaId, 1, bench.context())).rejects.toMatchObject({
        code: 'payment_provider_failed',
      });
    }
    const { attempt } = (await bench.state(ndaId)).payments[1];
    expect(attempt).toBeGreaterThan(PAYMENT_ATTEMPTS_MAX);
    expect(attempt).toBeLessThan(3 * 24 + 10);
    bench.clock.advance(HOUR_MS);
    expect((await open(ndaId)).paymentIntentId).toMatch(/^pi_/);
  });

  it('that failed permanently is replaced by the next attempt', async () => {
    const ndaId = await bench.signedNda();
    const first = await open(ndaId);
    await bench.sandbox.cancel(first.paymentIntentId);
    await confirm(ndaId, first.paymentIntentId);
    const second = await open(ndaId);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    expect((await bench.state(ndaId)).payments[1]).toMatchObject({ attempt: 2, status: 'pending' });
  });

  it('is refused to a party that owes nothing', async () => {
    const [draft, paid] = [await bench.nda(), await bench.signedNda()];
    await expect(open(draft)).rejects.toMatchObject({ code: 'party1_must_sign_first' });
    const intent = await open(paid);
    await bench.sandbox.confirm(intent.clientSecret, CARD);
    await confirm(paid, intent.paymentIntentId);
    await expect(open(paid)).rejects.toMatchObject({ code: 'already_paid' });
    await expect(open(paid, 2)).rejects.toMatchObject({ code: 'nothing_due' });
    await expect(open('01930000-0000-7000-8000-00000000dead')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('confirming', () => {
  it('counts money that the provider received, and changes nothing before that', async () => {
    const ndaId = await bench.signedNda();
    const intent = await open(ndaId);
    const revision = await confirm(ndaId, intent.paymentIntentId);
    expect(revision).toBe((await bench.state(ndaId)).revision);
    expect((await bench.state(ndaId)).payments[1].covered).toBe(0);
    await bench.sandbox.confirm(intent.clientSecret, CARD);
    expect(await confirm(ndaId, intent.paymentIntentId)).toBe(revision + 1);
    expect(await confirm(ndaId, intent.paymentIntentId)).toBe(revision + 1);
    expect((await bench.state(ndaId)).payments[1].covered).toBe(199);
  });

  it('refuses an intent of another NDA, and an invented one', async () => {
    const [mine, other] = [await bench.signedNda(), await bench.signedNda()];
    const { paymentIntentId } = await open(other);
    await open(mine);
    for (const id of [paymentIntentId, 'pi_none', ''])
      await expect(confirm(mine, id)).rejects.toMatchObject({ code: 'payment_unknown' });
  });

  it('reports that the provider cannot be reached', async () => {
    const ndaId = await bench.signedNda();
    const { paymentIntentId } = await open(ndaId);
    const { service } = bench.with({ provider: unavailableProvider() });
    await expect(service.confirm(ndaId, paymentIntentId, bench.context())).rejects.toMatchObject({
      code: 'payment_provider_failed',
    });
  });
});
