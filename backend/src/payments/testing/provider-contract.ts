import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { newId } from '../../platform/crypto/ids.js';
import {
  type IntentReport,
  type IntentRequest,
  NothingMade,
  type PaymentProvider,
  ProviderFailed,
} from '../provider.js';

/** A provider under test with its payers; all of them use the same clock. */
export interface RunningProvider {
  readonly provider: PaymentProvider;
  readonly clock: { now(): Date; advance(ms: number): void };
  /** Pays with a good card. Rejects if the intent can no longer be paid. */
  pay(clientSecret: string): Promise<void>;
  /** Tries a card that is declined. */
  decline(clientSecret: string): Promise<void>;
  /** Tries a card whose bank requires authentication, and leaves the authentication unfinished. */
  beginToPay(clientSecret: string): Promise<void>;
  /** Requests an intent. The provider makes the intent, but its response is lost. */
  openWithLostAnswer(request: IntentRequest): Promise<void>;
  stop(): Promise<void>;
}

/** Ways in which providers differ. */
export interface ProviderTraits {
  /**
   * Milliseconds after which the provider forgets an idempotency key; undefined if it never forgets a key.
   */
  readonly keyLifeMs?: number;
  /** Last digits of the good card; null if the provider does not report them. */
  readonly cardLastDigits: string | null;
  /** `leave` leaves a payment undecided. `decide` lets the provider decide the payment later. */
  readonly undecided?: {
    leave(running: RunningProvider, clientSecret: string): Promise<void>;
    decide(running: RunningProvider, paymentIntentId: string): Promise<void>;
  };
  /**
   * Makes the next request for an intent fail. The retries of this request fail too. If `isKept` is true, the
   * provider stores the failure under the idempotency key.
   */
  readonly failing?: (running: RunningProvider, isKept: boolean) => void;
}

const NEVER_MADE = [
  '',
  'pi_none',
  'pi_',
  'cs_1',
  'pi_none/cancel',
  '../refunds',
  `pi_${'x'.repeat(5_000)}`,
  'pi_ü\n',
];

/** The tests that every payment adapter must pass. Each adapter's spec adds tests of its own. */
export function providerContract(start: () => Promise<RunningProvider>, traits: ProviderTraits): void {
  let running: RunningProvider;
  let provider: PaymentProvider;
  beforeAll(async () => {
    running = await start();
    ({ provider } = running);
  });
  afterAll(() => running.stop());
  // Each test has its own day, so that a list contains no intents of another test.
  beforeEach(() => running.clock.advance(2 * DAY_MS));

  const asking = (changes: Partial<IntentRequest> = {}): IntentRequest => {
    const request = {
      ndaId: newId(),
      party: 1,
      attempt: 1,
      amount: 199,
      currency: 'EUR',
      ...changes,
    } as const;
    const { ndaId, party, amount, attempt } = request;
    return { idempotencyKey: `${ndaId}:${party}:${amount}:${attempt}`, ...request };
  };
  const opened = async (changes?: Partial<IntentRequest>) => {
    const asked = asking(changes);
    return { asked, ...(await provider.open(asked)) };
  };
  const listed = async (from: Date, until: Date): Promise<IntentReport[]> => {
    const reports: IntentReport[] = [];
    for await (const report of provider.list({ from, until })) reports.push(report);
    return reports;
  };
  const stateOf = async (id: string) => (await provider.lookUp(id))?.status;

  it('makes one intent for one key, however many requests come at once', async () => {
    const asked = asking({ amount: 398, party: 2, attempt: 3 });
    const all = await Promise.all([1, 2, 3, 4].map(() => provider.open(asked)));
    expect(new Set(all.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1);
    expect(new Set(all.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    const [first] = all;
    const { idempotencyKey: _, ...about } = asked;
    expect(await provider.lookUp(first?.paymentIntentId ?? '')).toEqual({
      paymentIntentId: first?.paymentIntentId,
      ...about,
      status: 'open',
      code: null,
      declines: 0,
      refunded: 0,
      chargeback: null,
      cardLastDigits: null,
    });
  });

  it('makes another intent for another attempt', async () => {
    const { asked, paymentIntentId } = await opened();
    const next = await opened({ ndaId: asked.ndaId, attempt: 2 });
    expect(next.paymentIntentId).not.toBe(paymentIntentId);
    expect(next.clientSecret).not.toBe((await provider.reopen(paymentIntentId))?.clientSecret);
  });

  it('returns an intent to the browser again by its id', async () => {
    const { paymentIntentId, clientSecret } = await opened();
    expect(await provider.reopen(paymentIntentId)).toEqual({ paymentIntentId, clientSecret });
    running.clock.advance(3 * DAY_MS);
    expect(await provider.reopen(paymentIntentId)).toEqual({ paymentIntentId, clientSecret });
  });

  it('finds an intent by its key if the answer was lost', async () => {
    const asked = asking();
    await running.openWithLostAnswer(asked);
    running.clock.advance(22 * HOUR_MS);
    const { paymentIntentId } = await provider.open(asked);
    const day = new Date(running.clock.now().getTime() - DAY_MS);
    const made = await listed(day, new Date(running.clock.now().getTime() + HOUR_MS));
    expect(made.map((report) => report.paymentIntentId)).toEqual([paymentIntentId]);
  });

  it('keeps a key for its stated time', async () => {
    const { asked, paymentIntentId } = await opened();
    running.clock.advance(23 * HOUR_MS);
    expect((await provider.open(asked)).paymentIntentId).toBe(paymentIntentId);
    const { keyLifeMs } = traits;
    running.clock.advance(HOUR_MS);
    const later = await provider.open(asked);
    expect(later.paymentIntentId === paymentIntentId).toBe(keyLifeMs === undefined);
  });

  it('makes nothing under a key that it knows from another request', async () => {
    const { asked, paymentIntentId } = await opened();
    for (const change of [{ amount: 398 }, { party: 2 as const }, { attempt: 2 }, { ndaId: newId() }])
      await expect(provider.open({ ...asked, ...change })).rejects.toBeInstanceOf(NothingMade);
    expect(await provider.lookUp(paymentIntentId)).toMatchObject({ amount: 199, party: 1, attempt: 1 });
    expect((await provider.open(asked)).paymentIntentId).toBe(paymentIntentId);
  });

  it('does not know an id that it did not make', async () => {
    for (const id of NEVER_MADE) {
      expect(await provider.lookUp(id)).toBeUndefined();
      expect(await provider.reopen(id)).toBeUndefined();
      expect(await provider.cancel(id)).toBeUndefined();
    }
  });

  it('reports the paid amount and the card', async () => {
    const { paymentIntentId, clientSecret } = await opened();
    await running.beginToPay(clientSecret);
    expect(await stateOf(paymentIntentId)).toBe('open');
    await running.pay(clientSecret);
    expect(await provider.lookUp(paymentIntentId)).toMatchObject({
      status: 'succeeded',
      amount: 199,
      currency: 'EUR',
      code: null,
      refunded: 0,
      chargeback: null,
      cardLastDigits: traits.cardLastDigits,
    });
  });

  it('accepts another card after a declined one', async () => {
    const { paymentIntentId, clientSecret } = await opened();
    for (const declines of [1, 2]) {
      await running.decline(clientSecret);
      const report = await provider.lookUp(paymentIntentId);
      expect(report).toMatchObject({ code: 'card_declined', declines, cardLastDigits: null });
      expect(['open', 'declined']).toContain(report?.status);
    }
    expect(await provider.reopen(paymentIntentId)).toEqual({ paymentIntentId, clientSecret });
    await running.pay(clientSecret);
    expect(await provider.lookUp(paymentIntentId)).toMatchObject({ status: 'succeeded', code: null });
  });

  it('cancels an unpaid intent permanently', async () => {
    const [fresh, begun, declined] = [await opened(), await opened(), await opened()];
    await running.beginToPay(begun.clientSecret);
    await running.decline(declined.clientSecret);
    for (const { paymentIntentId, clientSecret } of [fresh, begun, declined]) {
      for (const _ of [1, 2])
        expect(await provider.cancel(paymentIntentId)).toMatchObject({
          paymentIntentId,
          status: 'cancelled',
        });
      await expect(running.pay(clientSecret)).rejects.toThrow(/./);
      expect(await stateOf(paymentIntentId)).toBe('cancelled');
    }
  });

  it('reports a payment that came before the cancellation', async () => {
    const { paymentIntentId, clientSecret } = await opened();
    await running.pay(clientSecret);
    expect(await provider.cancel(paymentIntentId)).toMatchObject({ status: 'succeeded', amount: 199 });
    expect(await stateOf(paymentIntentId)).toBe('succeeded');
  });

  it("lists the intents of a period in the order in which they were made, without the period's end", async () => {
    const from = running.clock.now();
    const made: string[] = [];
    for (let hour = 0; hour < 5; hour += 1) {
      const { paymentIntentId, clientSecret } = await opened();
      if (hour === 1) await running.pay(clientSecret);
      if (hour === 2) await provider.cancel(paymentIntentId);
      made.push(paymentIntentId);
      running.clock.advance(HOUR_MS);
    }
    const hours = (count: number) => new Date(from.getTime() + count * HOUR_MS);
    const all = await listed(from, hours(5));
    expect(all.map((report) => report.paymentIntentId)).toEqual(made);
    expect(all.map(({ status }) => status)).toEqual(['open', 'succeeded', 'cancelled', 'open', 'open']);
    expect(all[1]).toEqual(await provider.lookUp(made[1] ?? ''));
    const some = await listed(hours(1), hours(4));
    expect(some.map((report) => report.paymentIntentId)).toEqual(made.slice(1, 4));
    expect(await listed(hours(5), hours(6))).toEqual([]);
  });

  const { undecided, failing } = traits;
  if (undecided !== undefined)
    it('neither cancels nor gives up an undecided payment', async () => {
      const { paymentIntentId, clientSecret } = await opened();
      await undecided.leave(running, clientSecret);
      expect(await provider.lookUp(paymentIntentId)).toMatchObject({ status: 'processing', amount: 199 });
      expect(await provider.cancel(paymentIntentId)).toMatchObject({ status: 'processing', amount: 199 });
      await expect(running.pay(clientSecret)).rejects.toThrow(/./);
      await undecided.decide(running, paymentIntentId);
      expect(await stateOf(paymentIntentId)).toBe('succeeded');
    });

  if (failing !== undefined) {
    it('reports that nothing was made if a failure is kept under the key', async () => {
      const asked = asking();
      failing(running, true);
      await expect(provider.open(asked)).rejects.toBeInstanceOf(ProviderFailed);
      await expect(provider.open(asked)).rejects.toBeInstanceOf(NothingMade);
      await expect(provider.open(asked)).rejects.toBeInstanceOf(NothingMade);
      expect((await opened({ ndaId: asked.ndaId, attempt: 2 })).paymentIntentId).toMatch(/^pi_/);
    });

    it('continues the same attempt if a failure is not kept', async () => {
      const asked = asking();
      failing(running, false);
      const failed = await provider.open(asked).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(ProviderFailed);
      expect(failed).not.toBeInstanceOf(NothingMade);
      expect((await provider.open(asked)).paymentIntentId).toMatch(/^pi_/);
    });
  }
}
