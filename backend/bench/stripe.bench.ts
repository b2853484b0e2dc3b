import { StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import type { BenchEnvironment } from './bench-environment.js';
import { Customer } from './customer.js';
import { runAtRate, runConcurrently } from './load.js';
import { atMost, type Line, only } from './report.js';
import { median, quantile } from './statistics.js';

const SECRET = 'whsec_of_the_bench';
const CARD = '4242 4242 4242 4242';
/**
 * Enough orders to take several seconds. If they took only one second, a single garbage collection would
 * decide the 95th percentile.
 */
const ORDERS = 1_200;
/**
 * Number of warm-up orders, as a share of the measured orders. Warm-up orders are needed because a new
 * process is slower at first.
 */
const WARM_UP_SHARE = 1 / 3;
const CONCURRENCY = 20;
const EVENTS_PER_SECOND = 50;
/** Milliseconds that each response of the provider takes. Each act here needs one call to the provider. */
const PROVIDER_MS = 50;
/** Limits for an idle machine, without the provider's own time. */
const MOST_OPENING_MS = 30;
const MOST_EVENT_MS = 50;

/**
 * Measures card payments through Stripe, whose answers take 50 ms each. It measures the time that this
 * service adds while twenty callers open an intent at once, and while fifty events a second come in. Limits
 * are multiplied by the factor by which this machine is slower at the moment.
 */
export async function benchStripe(environment: BenchEnvironment, orders = ORDERS): Promise<Line[]> {
  const stripe = new StripeDouble();
  environment.onTidy(() => stripe.stop());
  const { port } = await environment.emptyBackend('stripe', {
    STRIPE_API_BASE: await stripe.start(),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: SECRET,
  });
  const warmUp = Math.round(orders * WARM_UP_SHARE);
  const { result, slower } = await environment.paced(() => pay(stripe, port, warmUp + orders));
  const both = (name: string, all: readonly number[], most: number): Line[] => {
    const times = all.slice(warmUp);
    return [
      only(`  ${name}, median`, median(times), 'ms'),
      atMost(`  the same, p95 of ${times.length}`, quantile(times, 0.95), most * slower, 'ms'),
    ];
  };
  return [
    only("cards, without Stripe's own time: this machine, times slower than an idle one", slower, '×'),
    ...both(`opening an intent, ${CONCURRENCY} at once`, result.opening, MOST_OPENING_MS),
    ...both(`an event, ${EVENTS_PER_SECOND} a second`, result.events, MOST_EVENT_MS),
  ];
}

/** Milliseconds that each act takes, less the provider's own time for its call. */
interface Seen {
  readonly opening: number[];
  readonly events: number[];
}

async function pay(stripe: StripeDouble, port: number, orders: number): Promise<Seen> {
  const seen: Seen = { opening: [], events: [] };
  const ready: { customer: Customer; times: number[] }[] = [];
  while (ready.length < orders) {
    const times: number[] = [];
    const customer = new Customer(port, times);
    await customer.createSigned();
    ready.push({ customer, times });
  }
  // After this line every response of the provider is late, because there are more faults than this run makes
  // calls.
  stripe.faults.push(...Array.from({ length: orders * 10 }, () => ({ lateMs: PROVIDER_MS })));
  const secrets: string[] = [];
  const open = async (n: number): Promise<void> => {
    const { customer, times } = ready[n] as (typeof ready)[number];
    const { clientSecret } = await customer.openIntent();
    const own = providerMs(stripe, ({ form }) => form['metadata[nda]'] === customer.id);
    seen.opening.push((times.at(-1) ?? 0) - own);
    secrets.push(clientSecret);
  };
  await runConcurrently(CONCURRENCY, (n) => n < orders, open);
  for (const clientSecret of secrets) stripe.books.confirm({ clientSecret, card: CARD });
  const events = stripe.events.filter(({ type }) => type === 'payment_intent.succeeded');
  stripe.webhooks.webhookTo({ url: `http://127.0.0.1:${port}/api/webhooks/stripe`, secret: SECRET });
  await runAtRate(EVENTS_PER_SECOND, events.length / EVENTS_PER_SECOND, async () => {
    const event = events.pop();
    if (event === undefined) return;
    const began = performance.now();
    const status = await stripe.webhooks.deliver(event);
    const took = performance.now() - began;
    if (status !== 200) throw new Error(`an event was answered ${status}`);
    const { id } = event.data.object as { id: string };
    seen.events.push(took - providerMs(stripe, ({ path }) => path.endsWith(id)));
  });
  return seen;
}

/**
 * Returns the milliseconds that the provider itself took for the last matching call that it answered. The
 * provider may still be working on another matching call.
 */
function providerMs(
  { requests }: StripeDouble,
  which: (asked: (typeof requests)[number]) => boolean,
): number {
  const took = requests.findLast((asked) => asked.tookMs !== undefined && which(asked))?.tookMs;
  if (took === undefined) throw new Error('the provider was not asked');
  return took;
}
