/**
 * Runs the test double of Stripe's API as its own process, for local development and for browser tests.
 * Prints its address, and then serves until it is stopped.
 *
 * Usage: stripe-double.main.js [port] [address of the webhook] [secret of the webhook]
 */
import { StripeDouble } from './stripe-double.js';

const [port = '0', url, secret = 'whsec_double'] = process.argv.slice(2);
const double = new StripeDouble({ port: Number(port) });
if (url !== undefined) double.webhooks.webhookTo({ url, secret });
double.start().then(
  (address) => process.stdout.write(`${address}\n`),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
