import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { TryAgainIn } from '../platform/jobs/job.js';
import { silentLogger } from '../platform/logging/logger.js';
import { patience } from '../testing/patience.js';
import { readModelsOf } from '../testing/read-models.js';
import { openPayments } from '../obligations/open-payments.js';
import { LookAtPaymentJob, lookAtPaymentRequest } from './look-at-payment.job.js';
import { owedLooks } from './owed-looks.sweep.js';
import { type PaymentProvider, ProviderFailed } from './provider.js';
import { CARD, createPaymentBench, type PaymentBench } from './testing/payment-bench.js';
import { withParts } from './testing/providers.js';

const MINUTE_MS = 60_000;

let bench: PaymentBench;
beforeAll(async () => {
  bench = await createPaymentBench();
});
afterAll(() => bench.stop());

const jobWith = (
  provider: PaymentProvider,
  lookMs = patience(5_000),
  logger = silentLogger,
): LookAtPaymentJob => {
  const { infrastructure, clock } = bench;
  const { reports, intents } = bench.with({ provider });
  return new LookAtPaymentJob({
    commands: infrastructure.commands,
    provider,
    reports,
    intents,
    clock,
    logger,
    lookMs,
  });
};

/** Looks once. @returns how many milliseconds later it looks again, and why; undefined where all is over */
async function look(
  ndaId: string,
  job = jobWith(bench.sandbox),
): Promise<{ ms: number; cause: unknown } | undefined> {
  const error = await job.run(lookAtPaymentRequest(ndaId, 1).payload).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return undefined;
  if (!(error instanceof TryAgainIn)) throw error;
  return { ms: error.ms, cause: error.cause };
}

async function opened(): Promise<{ ndaId: string; paymentIntentId: string; clientSecret: string }> {
  const ndaId = await bench.signedNda();
  return { ndaId, ...(await bench.service.open(ndaId, 1, bench.context())) };
}

const last = async (ndaId: string): Promise<unknown> =>
  (await bench.infrastructure.journal.load(`nda-${ndaId}`)).events.at(-1);

describe('a payment of which nothing is heard', () => {
  it('is looked at often while it is young, and rarely later', async () => {
    const { ndaId } = await opened();
    expect(await look(ndaId)).toEqual({ ms: MINUTE_MS, cause: undefined });
    bench.clock.advance(HOUR_MS);
    expect(await look(ndaId)).toEqual({ ms: 12 * MINUTE_MS, cause: undefined });
    bench.clock.advance(DAY_MS - HOUR_MS - 1);
    expect(await look(ndaId)).toEqual({ ms: HOUR_MS, cause: undefined });
    expect((await bench.types(ndaId)).at(-1)).toBe('PaymentIntentOpened');
  });

  it('counts when the look finds it paid, and is not looked at any more', async () => {
    const { ndaId, clientSecret } = await opened();
    await bench.sandbox.confirm(clientSecret, CARD);
    expect(await look(ndaId)).toBeUndefined();
    expect((await bench.types(ndaId)).at(-1)).toBe('PaymentSucceeded');
  });

  it('is ended after a day, at the provider and in the log; the party may pay anew', async () => {
    const { ndaId, paymentIntentId, clientSecret } = await opened();
    bench.clock.advance(DAY_MS);
    expect(await look(ndaId)).toBeUndefined();
    expect(await last(ndaId)).toMatchObject({
      type: 'PaymentFailed',
      open: { paymentIntentId, code: 'cancelled', final: true },
    });
    expect(await bench.sandbox.lookUp(paymentIntentId)).toMatchObject({ status: 'cancelled' });
    await expect(bench.sandbox.confirm(clientSecret, CARD)).rejects.toThrow('payment_unknown');
    expect((await bench.service.open(ndaId, 1, bench.context())).paymentIntentId).not.toBe(paymentIntentId);
  });

  it('counts after a day too, where the money was faster', async () => {
    const { ndaId, clientSecret } = await opened();
    await bench.sandbox.confirm(clientSecret, CARD);
    bench.clock.advance(DAY_MS);
    expect(await look(ndaId)).toBeUndefined();
    expect((await bench.types(ndaId)).at(-1)).toBe('PaymentSucceeded');
  });

  it('is over after a day where the provider never heard of it', async () => {
    const { ndaId, paymentIntentId } = await opened();
    await bench.infrastructure.pool.query('DELETE FROM sandbox_payment_intents WHERE id = $1', [
      paymentIntentId,
    ]);
    expect(await look(ndaId)).toMatchObject({ ms: MINUTE_MS });
    bench.clock.advance(DAY_MS);
    expect(await look(ndaId)).toBeUndefined();
    expect(await last(ndaId)).toMatchObject({ open: { code: 'intent_unknown', final: true } });
  });

  it('whose intent nobody knows the id of is ended as well', async () => {
    const ndaId = await bench.signedNda();
    const lost: PaymentProvider = withParts(bench.sandbox, {
      open: () => Promise.reject(new ProviderFailed('away')),
    });
    const asked = bench.with({ provider: lost }).service.open(ndaId, 1, bench.context());
    await expect(asked).rejects.toThrow('payment_provider_failed');
    expect(await look(ndaId)).toMatchObject({ ms: MINUTE_MS });
    bench.clock.advance(DAY_MS);
    expect(await look(ndaId)).toBeUndefined();
    expect(await last(ndaId)).toMatchObject({ open: { code: 'cancelled', final: true } });
  });

  it('is looked at again where the provider is away, refuses to end it, or keeps quiet', async () => {
    const { ndaId } = await opened();
    const away = new ProviderFailed('away');
    const failing = jobWith(
      withParts(bench.sandbox, {
        lookUp: () => Promise.reject(away),
        cancel: () => Promise.reject(away),
      }),
    );
    expect(await look(ndaId, failing)).toEqual({ ms: MINUTE_MS, cause: away });
    const quiet = jobWith(withParts(bench.sandbox, { lookUp: () => new Promise(() => undefined) }), 1);
    expect(await look(ndaId, quiet)).toEqual({ ms: MINUTE_MS, cause: expect.any(ProviderFailed) });
    bench.clock.advance(2 * DAY_MS);
    expect(await look(ndaId, failing)).toEqual({ ms: HOUR_MS, cause: away });
    const processing = jobWith(
      withParts(bench.sandbox, { cancel: bench.sandbox.lookUp.bind(bench.sandbox) }),
    );
    expect(await look(ndaId, processing)).toEqual({ ms: HOUR_MS, cause: undefined });
    expect(await look(ndaId)).toBeUndefined();
  });

  it('is given up after a week where it was opened at another provider, and asked for no more', async () => {
    const { ndaId, paymentIntentId } = await opened();
    const logged: object[] = [];
    const other = jobWith(withParts(bench.sandbox, { name: 'stripe' }), undefined, {
      ...silentLogger,
      warn: (details) => void logged.push(details),
    });
    expect(await look(ndaId, other)).toMatchObject({ ms: MINUTE_MS });
    bench.clock.advance(7 * DAY_MS - 1);
    expect(await look(ndaId, other)).toEqual({ ms: HOUR_MS, cause: undefined });
    expect(logged).toEqual([]);
    bench.clock.advance(1);
    expect(await look(ndaId, other)).toBeUndefined();
    expect(await last(ndaId)).toMatchObject({
      type: 'PaymentFailed',
      open: { paymentIntentId, code: 'other_provider', final: true },
    });
    expect(logged).toEqual([{ ndaId, party: 1, provider: 'sandbox', paymentIntentId }]);
    await readModelsOf(bench.infrastructure);
    const open = await openPayments(bench.infrastructure.pool, undefined, 1_000);
    expect(open.map(({ id }) => id)).not.toContain(ndaId);
  });

  it('counts after it was given up, where its provider is back and the money came in', async () => {
    const { ndaId, paymentIntentId, clientSecret } = await opened();
    await bench.sandbox.confirm(clientSecret, CARD);
    bench.clock.advance(7 * DAY_MS);
    expect(await look(ndaId, jobWith(withParts(bench.sandbox, { name: 'stripe' })))).toBeUndefined();
    await bench.service.confirm(ndaId, paymentIntentId, bench.context());
    expect((await bench.types(ndaId)).at(-1)).toBe('PaymentSucceeded');
  });

  it('is not given up at its own provider, however long that is away', async () => {
    const { ndaId } = await opened();
    const away = new ProviderFailed('away');
    bench.clock.advance(8 * DAY_MS);
    const failing = jobWith(withParts(bench.sandbox, { cancel: () => Promise.reject(away) }));
    expect(await look(ndaId, failing)).toEqual({ ms: HOUR_MS, cause: away });
    expect((await bench.types(ndaId)).at(-1)).toBe('PaymentIntentOpened');
  });
});

describe('the sweep for open payments', () => {
  it('finds a party as long as something is open', async () => {
    const found = async () => {
      await readModelsOf(bench.infrastructure);
      const sweep = owedLooks((after, limit) => openPayments(bench.infrastructure.pool, after, limit));
      return (await sweep.find(undefined)).jobs;
    };
    const { ndaId, clientSecret } = await opened();
    expect(await found()).toContainEqual(lookAtPaymentRequest(ndaId, 1));
    await bench.sandbox.confirm(clientSecret, CARD);
    await look(ndaId);
    expect(await found()).not.toContainEqual(lookAtPaymentRequest(ndaId, 1));
  });
});
