import { newId } from '../../platform/crypto/ids.js';
import type { IntentRequest } from '../provider.js';
import { CARD, createPaymentBench, type PaymentBench } from '../../../testing/backend/payment-bench.js';
import { providerContract, type RunningProvider } from '../testing/provider-contract.js';
import { SandboxProvider } from './sandbox.provider.js';

const NEEDS_ACTION = { ...CARD, cardNumber: '4000002500003155' };
const DECLINED = { ...CARD, cardNumber: '4000000000000002' };

async function runningSandbox(): Promise<RunningProvider> {
  const { sandbox: provider, clock, stop } = await createPaymentBench();
  return {
    provider,
    clock,
    pay: async (clientSecret) => void (await provider.confirm(clientSecret, CARD)),
    beginToPay: async (clientSecret) => void (await provider.confirm(clientSecret, NEEDS_ACTION)),
    decline: (clientSecret) =>
      provider.confirm(clientSecret, DECLINED).then(
        () => Promise.reject(new Error('it was not declined')),
        () => {},
      ),
    openWithLostAnswer: async (request) => void (await provider.open(request)),
    stop,
  };
}

describe('the sandbox, like every provider', () => {
  providerContract(runningSandbox, { cardLastDigits: null });
});

describe('the sandbox', () => {
  let bench: PaymentBench;
  let sandbox: SandboxProvider;
  beforeAll(async () => {
    bench = await createPaymentBench();
    ({ sandbox } = bench);
  });
  afterAll(() => bench.stop());
  beforeEach(() => void bench.jobs.splice(0));

  const request = (changes: Partial<IntentRequest> = {}): IntentRequest => {
    const ndaId = newId();
    return {
      ndaId,
      party: 1,
      attempt: 1,
      amount: 199,
      currency: 'EUR',
      idempotencyKey: `${ndaId}:1:199:1`,
      ...changes,
    };
  };
  const open = async (changes?: Partial<IntentRequest>) => {
    const asked = request(changes);
    return { asked, ...(await sandbox.open(asked)) };
  };

  it('stores neither client secret nor card', async () => {
    const { clientSecret } = await open();
    await sandbox.confirm(clientSecret, CARD);
    const { rows } = await bench.infrastructure.pool.query<{ text: string }>(
      'SELECT string_agg(s::text, chr(10)) AS text FROM sandbox_payment_intents s',
    );
    for (const secret of [clientSecret, clientSecret.split('_secret_')[1] ?? ''])
      expect(rows[0]?.text).not.toContain(secret);
    // A random id sometimes contains one group of the card's digits. The pattern therefore has two groups.
    expect(rows[0]?.text).not.toMatch(/4242\s?4242/);
    expect(JSON.stringify(bench.jobs)).not.toContain(clientSecret.split('_secret_')[1]);
  });

  it('accepts the payment once, and reports it by its own job', async () => {
    const { clientSecret, paymentIntentId } = await open();
    expect(await sandbox.confirm(clientSecret, CARD)).toEqual({ status: 'succeeded' });
    expect(await sandbox.confirm(clientSecret, CARD)).toEqual({ status: 'succeeded' });
    expect(await sandbox.lookUp(paymentIntentId)).toMatchObject({ status: 'succeeded', amount: 199 });
    expect(bench.jobs).toEqual([
      {
        task: 'report-sandbox-payment',
        payload: { paymentIntentId, code: null, nth: 1 },
        key: `sandbox:${paymentIntentId}:1`,
      },
    ]);
  });

  it('permits another try after a declined card, and reports each refusal', async () => {
    const { clientSecret, paymentIntentId } = await open();
    for (const card of [DECLINED, DECLINED])
      await expect(sandbox.confirm(clientSecret, card)).rejects.toMatchObject({ code: 'card_declined' });
    await expect(sandbox.confirm(clientSecret, { ...CARD, cvc: '1' })).rejects.toMatchObject({
      code: 'card_invalid',
    });
    expect(bench.jobs.map(({ payload }) => [payload.code, payload.nth])).toEqual([
      ['card_declined', 1],
      ['card_declined', 2],
      ['card_invalid', 3],
    ]);
    expect(new Set(bench.jobs.map(({ key }) => key)).size).toBe(3);
    expect(await sandbox.lookUp(paymentIntentId)).toMatchObject({ status: 'open', code: 'card_invalid' });
    await sandbox.confirm(clientSecret, CARD);
    expect(await sandbox.lookUp(paymentIntentId)).toMatchObject({ status: 'succeeded', code: null });
  });

  it('waits for the second step without a report', async () => {
    const { clientSecret, paymentIntentId } = await open();
    expect(await sandbox.confirm(clientSecret, NEEDS_ACTION)).toEqual({ status: 'requires_action' });
    expect(await sandbox.lookUp(paymentIntentId)).toMatchObject({ status: 'open' });
    expect(bench.jobs).toEqual([]);
    expect(await sandbox.confirm(clientSecret, { ...NEEDS_ACTION, authenticated: true })).toEqual({
      status: 'succeeded',
    });
    expect(bench.jobs).toHaveLength(1);
  });

  it('refuses an invented intent and a wrong secret', async () => {
    const { clientSecret, paymentIntentId } = await open();
    const wrong = `${clientSecret.slice(0, -1)}${clientSecret.endsWith('0') ? '1' : '0'}`;
    const other = await open();
    const swapped = `${paymentIntentId}_secret_${other.clientSecret.split('_secret_')[1]}`;
    for (const secret of [
      '',
      'pi_none',
      paymentIntentId,
      `${paymentIntentId}_secret_`,
      wrong,
      swapped,
      `${clientSecret}x`,
    ])
      await expect(sandbox.confirm(secret, CARD)).rejects.toMatchObject({ code: 'payment_unknown' });
    expect(await sandbox.lookUp('pi_none')).toBeUndefined();
    expect(await sandbox.cancel('pi_none')).toBeUndefined();
    expect(await sandbox.lookUp(paymentIntentId)).toMatchObject({ status: 'open' });
  });

  it('cancels an open intent, and reports a payment that came first', async () => {
    const slow = await open();
    expect(await sandbox.cancel(slow.paymentIntentId)).toMatchObject({ status: 'cancelled' });
    expect(await sandbox.cancel(slow.paymentIntentId)).toMatchObject({ status: 'cancelled' });
    await expect(sandbox.confirm(slow.clientSecret, CARD)).rejects.toMatchObject({ code: 'payment_unknown' });
    const fast = await open();
    await sandbox.confirm(fast.clientSecret, CARD);
    expect(await sandbox.cancel(fast.paymentIntentId)).toMatchObject({ status: 'succeeded', amount: 199 });
  });

  it('lets one win if payment and cancellation are concurrent', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { clientSecret, paymentIntentId } = await open();
      const paid = sandbox.confirm(clientSecret, CARD).then(
        () => 'succeeded',
        () => 'cancelled',
      );
      const [outcome, cancelled] = await Promise.all([paid, sandbox.cancel(paymentIntentId)]);
      const after = await sandbox.lookUp(paymentIntentId);
      expect([outcome, cancelled?.status]).toEqual([after?.status, after?.status]);
    }
  });

  it('does not accept a payment that it could not report', async () => {
    const { pool, keyedHash } = bench.infrastructure;
    const mute = new SandboxProvider(pool, keyedHash, bench.clock, () =>
      Promise.reject(new Error('the queue is away')),
    );
    const { clientSecret, paymentIntentId } = await open();
    await expect(mute.confirm(clientSecret, CARD)).rejects.toThrow('the queue is away');
    expect(await sandbox.lookUp(paymentIntentId)).toMatchObject({ status: 'open' });
  });
});
