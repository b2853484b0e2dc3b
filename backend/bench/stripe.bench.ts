import type { BenchEnvironment } from './bench-environment.js';
import { Child } from './child.js';
import { measurePace, slowness } from './machine-pace.js';
import { atMost, type Line, only } from './report.js';
import { median, quantile } from './statistics.js';
import type { StripeSeen, StripeWish } from './stripe.main.js';

const SECRET = 'whsec_of_the_bench';
/** For some seconds: within one, a single pause of a collector decides about the 95th percentile. */
const ORDERS = 1_200;
/** As many before, by which the process comes to know the way: those it is slower at. */
const WARM_UP = 400;
const AT_ONCE = 20;
const EVENTS_PER_SECOND = 50;
/** The provider and those who pay wait for no collector of their own: their pauses would count as ours. */
const ROOMY = ['--max-semi-space-size=64'];
/** On an idle machine, beyond the provider's own time. */
const MOST_OPENING_MS = 30;
const MOST_EVENT_MS = 50;

/**
 * Cards through Stripe, whose every answer takes 50 ms: what this service adds to it when twenty open an intent at
 * once, and when fifty events a second come in. Limits are stretched by how slow this machine is now.
 */
export async function benchStripe(environment: BenchEnvironment): Promise<Line[]> {
  const { dataDir } = environment;
  const databaseUrl = await environment.emptyDatabase('stripe');
  const [backend, provider] = [Child.start('backend.main'), Child.start('stripe.main', ROOMY)];
  try {
    const keys = await provider.ask<{ apiBase: string; secretKey: string; publishableKey: string }>('listen');
    const env = {
      STRIPE_API_BASE: keys.apiBase,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: SECRET,
    };
    const { port } = await backend.ask<{ port: number }>('start', { databaseUrl, dataDir, env });
    await backend.ask('settled');
    const before = await measurePace(dataDir);
    const wish: StripeWish = {
      port,
      secret: SECRET,
      orders: ORDERS,
      warmUp: WARM_UP,
      atOnce: AT_ONCE,
      eventsPerSecond: EVENTS_PER_SECOND,
    };
    const seen = await provider.ask<StripeSeen>('run', wish);
    return linesOf(seen, slowness([before, await measurePace(dataDir)]));
  } finally {
    await Promise.all([backend.stop(), provider.stop()]);
  }
}

function linesOf({ opening, events }: StripeSeen, slower: number): Line[] {
  const both = (name: string, times: readonly number[], most: number): Line[] => [
    only(`  ${name}, median`, median(times), 'ms'),
    atMost(`  the same, p95 of ${times.length}`, quantile(times, 0.95), most * slower, 'ms'),
  ];
  return [
    only("cards through Stripe, beyond Stripe's own time: this machine by an idle one", slower, '×'),
    ...both(`opening an intent, ${AT_ONCE} at once`, opening, MOST_OPENING_MS),
    ...both(`an event, ${EVENTS_PER_SECOND} a second`, events, MOST_EVENT_MS),
  ];
}
