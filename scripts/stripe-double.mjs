// A server that implements the part of Stripe's API that we use, for developers' machines and for tests in a
// browser:
//
//     node scripts/stripe-double.mjs [port] [address of the webhook] [secret of the webhook]
//
// Prints its address, which is the value of STRIPE_API_BASE. The keys are sk_test_double and pk_test_double.
// Needs a built backend (npx tsc -b). Its data is lost when it ends.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './workspace.mjs';

await import(pathToFileURL(join(root, 'backend/dist/payments/stripe/testing/stripe-double.main.js')).href);
