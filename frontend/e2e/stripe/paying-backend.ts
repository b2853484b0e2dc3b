import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test as base } from '../test.js';
import { type StripeHosts, stripeHosts } from './routes.js';

const script = (name: string): string => fileURLToPath(new URL(`../../../scripts/${name}`, import.meta.url));

interface Running {
  readonly url: string;
  readonly stop: () => Promise<void>;
}
/**
 * The test scripts are plain JavaScript without types. This interface declares the types of the function that
 * is used here.
 */
interface Scripts {
  startBackend(options: { env: Readonly<Record<string, string>> }): Promise<Running>;
}

const WEBHOOK_SECRET = 'whsec_double';

async function startDouble(): Promise<Running> {
  const double = spawn(process.execPath, [script('stripe-double.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(double.stdout, 'data')) as [Buffer];
  const stop = async () => {
    const ended = once(double, 'exit');
    double.kill();
    await ended;
  };
  return { url: address.toString('utf8').trim(), stop };
}

/** Starts a backend that takes cards through Stripe. A double replaces Stripe's API. */
async function startPaying(): Promise<{ url: string; api: string; stop: () => Promise<void> }> {
  const { startBackend } = (await import(pathToFileURL(script('running-backend.mjs')).href)) as Scripts;
  const double = await startDouble();
  const backend = await startBackend({
    env: {
      STRIPE_SECRET_KEY: 'sk_test_double',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: double.url,
    },
  });
  const webhook = { url: `${backend.url}/api/webhooks/stripe`, secret: WEBHOOK_SECRET };
  await fetch(`${double.url}/double/webhook`, { method: 'POST', body: JSON.stringify(webhook) });
  const stop = async () => {
    await backend.stop();
    await double.stop();
  };
  return { url: backend.url, api: double.url, stop };
}

/**
 * Playwright's `test` with a backend that accepts cards through Stripe. Test doubles respond at Stripe's
 * addresses.
 */
export const test = base.extend<{ stripe: StripeHosts }, { paying: { url: string; api: string } }>({
  paying: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter.
    async ({}, use) => {
      const { stop, ...paying } = await startPaying();
      await use(paying);
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ paying }, use) => use(paying.url),
  stripe: async ({ context, paying }, use) => use(await stripeHosts(context, paying.api)),
});
