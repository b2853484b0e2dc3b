import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { TryAgainIn } from '../platform/jobs/job.js';
import { silentLogger } from '../platform/logging/logger.js';
import { scaledTimeout } from '../platform/testing/scaled-timeout.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import { openPayments } from '../agreements/owed/open-payments.js';
import { PollPaymentJob, pollPaymentRequest } from './poll-payment.job.js';
import { owedPolls } from './owed-polls.sweep.js';
import { type PaymentProvider, ProviderFailed } from './provider.js';
import { CARD, createPaymentBench, type PaymentBench } from '../../testing/backend/payment-bench.js';
import { withParts } from './testing/providers.js';

const MINUTE_MS = 60_000;
/**
 * The job loads the NDA three times: before it polls, when it ends unwanted intents, and after it has polled.
 */
const LOADS_PER_POLL = 3;

let bench: PaymentBench;
beforeAll(async () => {
  bench = await createPaymentBench();
});
afterAll(() => bench.stop());

const jobWith = (
  provider: PaymentProvider,
  lookMs = scaledTimeout(5_000),
  logger = silentLogger,
): PollPaymentJob => {
  const { infrastructure, clock } = bench;
  const { reports, intents } = bench.with({ provider });
  return new PollPaymentJob({
    commands: infrastructure.commands,
    provider,
    reports,
    intents,
    clock,
    logger,
    timeoutMs: lookMs,
  });
};

/**
 * Polls once.
 * @returns milliseconds until the next poll, and the error if this poll failed; undefined if no intent is
 * open any more
 */
async function poll(
  ndaId: string,
  job = jobWith(bench.sandbox),
): Promise<{ ms: number; cause: unknown } | undefined> {
  const error = await job.run(pollPaymentRequest(ndaId, 1).payload).then(
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

describe('a payment without a report', () => {
  it('is polled often while it is young, and rarely later', async () => {
    const { ndaId } = await opened();
    expect(await poll(ndaId)).toEqual({ ms: MINUTE_MS, cause: undefined });
    bench.clock.advance(HOUR_MS);
    expect(await poll(ndaId)).toEqual({ ms: 12 * MINUTE_MS, cause: undefined });
    bench.clock.advance(DAY_MS - HOUR_MS - 1);
    expect(await poll(ndaId)).toEqual({ ms: HOUR_MS, cause: undefined });
    expect((await bench.types(ndaId)).at(-1)).toBe('PaymentIntentOpened');
  });

  it('costs the loads of its own NDA and one call of the provider, however many others are open', async () => {
    await Promise.all([opened(), opened(), opened()]);
    const { ndaId, paymentIntentId } = await opened();
    const loads = jest.spyOn(bench.infrastructure.store, 'readStream');
    const asked: string[] = [];
    const counting = withParts(bench.sandbox, {
      lookUp: (id) => {
        asked.push(id);
        return bench.sandbox.lookUp(id);
      },
    });
    await poll(ndaId, jobWith(counting));
    const streams = loads.mock.calls.map(([stream]) => stream);
    loads.mockRestore();
    expect(asked).toEqual([paymentIntentId]);
    expect(streams).toEqual(Array.from({ length: LOADS_PER_POLL }, () => `nda-${ndaId}`));
  });

  it('counts when the poll finds it paid, and is not polled any more', async () => {
    const { ndaId, clientSecret } = await opened();
    await bench.sandbox.confirm(clientSecret, CARD);
    expect(await poll(ndaId)).toBeUndefined();
    expect((await bench.types(ndaId)).at(-1)).toBe('PaymentSucceeded');
  });

  it('is ended after a day, at the provider and in the log; then the party may pay again', async () => {
    const { ndaId, paymentIntentId, clientSecret } = await opened();
    bench.clock.advance(DAY_MS);
    expect(await poll(ndaId)).toBeUndefined();
    expect(await last(ndaId)).toMatchObject({
      type: 'PaymentFailed',
      open: { paymentIntentId, code: 'cancelled', final: true },
    });
    expect(await bench.sandbox.lookUp(paymentIntentId)).toMatchObject({ status: 'cancelled' });
    await expect(bench.sandbox.confirm(clientSecret, CARD)).rejects.toThrow('payment_unknown');
    expect((await bench.service.open(ndaId, 1, bench.context())).paymentIntentId).not.toBe(paymentIntentId);
  });

  it('counts even after a day if it was paid before the cancellation', async () => {
    const { ndaId, clientSecret } = await opened();
    await bench.sandbox.confirm(clientSecret, CARD);
    bench.clock.advance(DAY_MS);
    expect(await poll(ndaId)).toBeUndefined();
    expect((await bench.types(ndaId)).at(-1)).toBe('PaymentSucceeded');
  });

  it('is over if the provider does not know it', async () => {
    const { ndaId, paymentIntentId } = await opened();
    await bench.infrastructure.pool.query('DELETE FROM sandbox_payment_intents WHERE id = $1', [
      paymentIntentId,
    ]);
    expect(await poll(ndaId)).toBeUndefined();
    expect(await last(ndaId)).toMatchObject({ open: { code: 'intent_unknown', final: true } });
  });

  it('is ended even if the id of its intent is unknown', async () => {
    const ndaId = await bench.signedNda();
    const lost: PaymentProvider = withParts(bench.sandbox, {
      open: () => Promise.reject(new ProviderFailed('away')),
    });
    const asked = bench.with({ provider: lost }).service.open(ndaId, 1, bench.context());
    await expect(asked).rejects.toThrow('payment_provider_failed');
    expect(await poll(ndaId)).toMatchObject({ ms: MINUTE_MS });
    bench.clock.advance(DAY_MS);
    expect(await poll(ndaId)).toBeUndefined();
    expect(await last(ndaId)).toMatchObject({ open: { code: 'key_expired', final: true } });
  });

  it('is polled again if the provider is unreachable, refuses to end it, or does not answer', async () => {
    const { ndaId } = await opened();
    const away = new ProviderFailed('away');
    const failing = jobWith(
      withParts(bench.sandbox, {
        lookUp: () => Promise.reject(away),
        cancel: () => Promise.reject(away),
      }),
    );
    expect(await poll(ndaId, failing)).toEqual({ ms: MINUTE_MS, cause: away });
    const quiet = jobWith(withParts(bench.sandbox, { lookUp: () => new Promise(() => undefined) }), 1);
    expect(await poll(ndaId, quiet)).toEqual({ ms: MINUTE_MS, cause: expect.any(ProviderFailed) });
    bench.clock.advance(2 * DAY_MS);
    expect(await poll(ndaId, failing)).toEqual({ ms: HOUR_MS, cause: away });
    const processing = jobWith(
      withParts(bench.sandbox, { cancel: bench.sandbox.lookUp.bind(bench.sandbox) }),
    );
    expect(await poll(ndaId, processing)).toEqual({ ms: HOUR_MS, cause: undefined });
    expect(await poll(ndaId)).toBeUndefined();
  });

  it('is over at once if it was opened in the sandbox and another provider has replaced the sandbox', async () => {
    const { ndaId, paymentIntentId, clientSecret } = await opened();
    const logged: object[] = [];
    const stripe = withParts(bench.sandbox, { name: 'stripe' });
    const job = jobWith(stripe, undefined, { ...silentLogger, warn: (details) => void logged.push(details) });
    expect(await poll(ndaId, job)).toBeUndefined();
    expect(await last(ndaId)).toMatchObject({
      type: 'PaymentFailed',
      open: { paymentIntentId, code: 'provider_gone', final: true },
    });
    expect(logged).toEqual([{ ndaId, party: 1, provider: 'sandbox', paymentIntentId }]);
    await readModelsOf(bench.infrastructure);
    const open = await openPayments(bench.infrastructure.pool, undefined, 1_000);
    expect(open.map(({ id }) => id)).not.toContain(ndaId);
    // The sandbox is configured again, and the payment succeeds there.
    await bench.sandbox.confirm(clientSecret, CARD);
    await bench.service.confirm(ndaId, paymentIntentId, bench.context());
    expect((await bench.types(ndaId)).at(-1)).toBe('PaymentSucceeded');
  });

  it('is given up after a week if it is at another provider, where real money may come in', async () => {
    const stripe = withParts(bench.sandbox, { name: 'stripe' });
    const ndaId = await bench.signedNda();
    await bench.with({ provider: stripe }).service.open(ndaId, 1, bench.context());
    expect(await poll(ndaId)).toMatchObject({ ms: MINUTE_MS });
    bench.clock.advance(7 * DAY_MS - 1);
    expect(await poll(ndaId)).toEqual({ ms: HOUR_MS, cause: undefined });
    bench.clock.advance(1);
    expect(await poll(ndaId)).toBeUndefined();
    expect(await last(ndaId)).toMatchObject({ open: { code: 'provider_gone', final: true } });
  });

  it('is not given up at its own provider, however long that cannot be reached', async () => {
    const { ndaId } = await opened();
    const away = new ProviderFailed('away');
    bench.clock.advance(8 * DAY_MS);
    const failing = jobWith(withParts(bench.sandbox, { cancel: () => Promise.reject(away) }));
    expect(await poll(ndaId, failing)).toEqual({ ms: HOUR_MS, cause: away });
    expect((await bench.types(ndaId)).at(-1)).toBe('PaymentIntentOpened');
  });
});

describe('an unwanted intent', () => {
  const { SignAsParty1 } = oneOfEachCommand;
  const costly = { ...SignAsParty1, mode: 'remote', party1PaysForBoth: true } as const;
  const cheaper = { ...SignAsParty1, mode: 'remote', party1PaysForBoth: false } as const;

  /** Returns an open intent for more than the party owes now. */
  async function unwanted() {
    const ndaId = await bench.nda(costly);
    const intent = await bench.service.open(ndaId, 1, bench.context());
    bench.clock.advance(10 * MINUTE_MS);
    await bench.run(ndaId, cheaper);
    return { ndaId, ...intent };
  }
  const owed = async (ndaId: string) => (await bench.state(ndaId)).obligations.open.map(({ kind }) => kind);

  it('is ended at the first poll, unlike a wanted one', async () => {
    const { ndaId, paymentIntentId } = await unwanted();
    expect(await owed(ndaId)).toEqual(['intent']);
    const wanted = await bench.service.open(ndaId, 1, bench.context());
    expect(await poll(ndaId)).toEqual({ ms: MINUTE_MS, cause: undefined });
    expect(await owed(ndaId)).toEqual([]);
    expect(await bench.sandbox.lookUp(paymentIntentId)).toMatchObject({ status: 'cancelled' });
    expect(await bench.sandbox.lookUp(wanted.paymentIntentId)).toMatchObject({ status: 'open' });
  });

  it('is polled in growing pauses from the minute at which it became unwanted, until it is over', async () => {
    const { ndaId, clientSecret } = await unwanted();
    const processing = withParts(bench.sandbox, {
      cancel: async (id) => {
        const report = await bench.sandbox.lookUp(id);
        return report && { ...report, status: 'processing' };
      },
    });
    const job = jobWith(processing);
    expect(await poll(ndaId, job)).toEqual({ ms: MINUTE_MS, cause: undefined });
    bench.clock.advance(10 * MINUTE_MS);
    expect(await poll(ndaId, job)).toEqual({ ms: 2 * MINUTE_MS, cause: undefined });
    expect(await owed(ndaId)).toEqual(['intent']);
    await bench.sandbox.confirm(clientSecret, CARD);
    expect(await poll(ndaId)).toBeUndefined();
    const { payments, moneyBack } = await bench.state(ndaId);
    expect(payments[1]).toMatchObject({ status: 'succeeded', covered: 199 });
    expect(moneyBack.due).toMatchObject([{ amount: 199, reason: 'excess' }]);
    expect(await owed(ndaId)).toEqual(['invitation', 'mail', 'refund']);
  });

  it('is ended while its key is valid and given up later, if its id was lost', async () => {
    for (const [hours, code] of [
      [1, 'cancelled'],
      [23, 'key_expired'],
    ] as const) {
      const ndaId = await bench.nda(costly);
      const losing = withParts(bench.sandbox, {
        open: async (request) => {
          await bench.sandbox.open(request);
          throw new ProviderFailed('lost on the way back');
        },
      });
      const asked = bench.with({ provider: losing }).service.open(ndaId, 1, bench.context());
      await expect(asked).rejects.toThrow('payment_provider_failed');
      await bench.run(ndaId, cheaper);
      bench.clock.advance(hours * HOUR_MS);
      expect(await poll(ndaId)).toBeUndefined();
      expect(await last(ndaId)).toMatchObject({ type: 'PaymentFailed', open: { code, final: true } });
    }
  });
});

describe('the sweep for open payments', () => {
  it('finds a party as long as one of its intents is open', async () => {
    const found = async () => {
      await readModelsOf(bench.infrastructure);
      const sweep = owedPolls((after, limit) => openPayments(bench.infrastructure.pool, after, limit));
      return (await sweep.find(undefined)).jobs;
    };
    const { ndaId, clientSecret } = await opened();
    expect(await found()).toContainEqual(pollPaymentRequest(ndaId, 1));
    await bench.sandbox.confirm(clientSecret, CARD);
    await poll(ndaId);
    expect(await found()).not.toContainEqual(pollPaymentRequest(ndaId, 1));
  });
});
