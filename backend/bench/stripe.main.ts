import { StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import { AgreementActs } from './agreement-acts.js';
import { arriving } from './arrivals.js';
import { answer } from './child.js';
import { endVisits } from './visitor.js';

/** A provider that takes its time, and people who pay through it, in a process of their own: one clock. */

export interface StripeWish {
  readonly port: number;
  readonly secret: string;
  /** Agreements, each with one payment: those that count, and those before them that do not. */
  readonly orders: number;
  readonly warmUp: number;
  readonly atOnce: number;
  readonly eventsPerSecond: number;
}

/** Milliseconds beyond the provider's own time, as it was for each call. */
export interface StripeSeen {
  readonly opening: number[];
  readonly events: number[];
}

/** Milliseconds that each of the provider's answers takes; one call of it is what an act here needs. */
const PROVIDER_MS = 50;
const CARD = '4242 4242 4242 4242';

const stripe = new StripeDouble();

const listen = async (): Promise<{ apiBase: string; secretKey: string; publishableKey: string }> => ({
  apiBase: await stripe.start(),
  secretKey: stripe.secretKey,
  publishableKey: stripe.publishableKey,
});

async function signed(port: number): Promise<{ acts: AgreementActs; times: number[] }> {
  const times: number[] = [];
  const acts = await AgreementActs.create(port, times);
  await acts.sign(1);
  await acts.sign(2);
  return { acts, times };
}

/** Late from now on, as often as anybody can ask in this run. */
const late = (calls: number): void => {
  for (let n = 0; n < calls; n += 1) stripe.faults.push({ lateMs: PROVIDER_MS });
};

/** What the provider itself took for the last call that is meant and that it has answered: another look may be under way. */
const providerMs = (which: (path: string, form: Readonly<Record<string, string>>) => boolean): number => {
  const took = stripe.requests.findLast(
    ({ path, form, tookMs }) => tookMs !== undefined && which(path, form),
  )?.tookMs;
  if (took === undefined) throw new Error('the provider was not asked');
  return took;
};

async function run(wish: StripeWish): Promise<StripeSeen> {
  const { port, secret, orders, warmUp, atOnce, eventsPerSecond } = wish;
  const seen: StripeSeen = { opening: [], events: [] };
  const ready = [];
  for (let n = 0; n < warmUp + orders; n += 1) ready.push(await signed(port));
  late((warmUp + orders) * 10);
  const secrets: string[] = [];
  const waiting = ready.values();
  // Each of them opens its next one when the last was answered, so that as many are under way at any time.
  const opener = async (): Promise<void> => {
    for (const { acts, times } of waiting) {
      const { clientSecret } = await acts.openIntent();
      const own = providerMs((_, form) => form['metadata[nda]'] === acts.id);
      seen.opening.push((times.at(-1) ?? 0) - own);
      secrets.push(clientSecret);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, opener));
  for (const clientSecret of secrets) stripe.books.confirm({ clientSecret, card: CARD });
  const events = stripe.events.filter(({ type }) => type === 'payment_intent.succeeded');
  stripe.webhooks.webhookTo({ url: `http://127.0.0.1:${port}/api/webhooks/stripe`, secret });
  const statuses = new Set<number>();
  await arriving(eventsPerSecond, events.length / eventsPerSecond, () => ({ done: deliver(), events: 1 }));
  if (statuses.size !== 1 || !statuses.has(200)) throw new Error(`answered ${[...statuses].join()}`);
  return { opening: seen.opening.slice(warmUp), events: seen.events.slice(warmUp) };

  async function deliver(): Promise<void> {
    const event = events.pop();
    if (event === undefined) return;
    const began = performance.now();
    statuses.add(await stripe.webhooks.deliver(event));
    const took = performance.now() - began;
    const { id } = event.data.object as { id: string };
    seen.events.push(took - providerMs((path) => path.endsWith(id)));
  }
}

answer({
  listen,
  run,
  stop: async () => {
    endVisits();
    await stripe.stop();
  },
});
