import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { movesNoMoney } from './moves-no-money.js';

const of = (provider: PaymentIntentView['provider'], publishableKey: string): PaymentIntentView => ({
  orderNumber: 'S-E3HMZMPINC',
  clientSecret: 'secret',
  paymentIntentId: 'pi_1',
  amount: 199,
  currency: 'EUR',
  provider,
  publishableKey,
});

it.each([
  [undefined, true, true],
  [undefined, false, false],
  [of('sandbox', 'pk_sandbox'), false, true],
  [of('stripe', 'pk_test_1'), false, true],
  // The page was loaded before the installation went live.
  [of('stripe', 'pk_live_1'), true, false],
])('depends on the payment or, before there is one, on the page: %j, %s', (intent, site, expected) =>
  expect(movesNoMoney(intent, site)).toBe(expected),
);
