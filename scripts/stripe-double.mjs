// A server that speaks the part of Stripe's API that we use, for a laptop and tests in a browser:
//   node scripts/stripe-double.mjs [port] [address of the webhook] [its secret]
// Prints its address, which is the value of STRIPE_API_BASE; the keys are sk_test_double and pk_test_double.
// It needs a built backend (npx tsc -b), and forgets all when it ends.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './workspace.mjs';

await import(pathToFileURL(join(root, 'backend/dist/payments/stripe/testing/stripe-double.main.js')).href);
