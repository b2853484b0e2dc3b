import type { IntentReport, PaymentProvider } from '../provider.js';
import { ProviderFailed } from '../provider.js';

const away = () => Promise.reject(new ProviderFailed('away'));
const noList = () => ({ [Symbol.asyncIterator]: () => ({ next: away }) });

/** Returns a provider whose calls all fail, except those that `parts` replaces. */
export const unavailableProvider = (parts: Partial<PaymentProvider> = {}): PaymentProvider => ({
  name: 'sandbox',
  publishableKey: '',
  open: away,
  reopen: away,
  lookUp: away,
  cancel: away,
  list: noList,
  listRefundedOrDisputed: noList,
  ...parts,
});

/** Returns a copy of the provider in which `parts` replace the members of the same names. */
export const withParts = (
  provider: PaymentProvider,
  parts: Partial<PaymentProvider> = {},
): PaymentProvider => ({
  name: provider.name,
  publishableKey: provider.publishableKey,
  open: provider.open.bind(provider),
  reopen: provider.reopen.bind(provider),
  lookUp: provider.lookUp.bind(provider),
  cancel: provider.cancel.bind(provider),
  list: provider.list.bind(provider),
  listRefundedOrDisputed: provider.listRefundedOrDisputed.bind(provider),
  ...parts,
});

/** Returns a report about a paid intent without refunds, unless `about` says otherwise. */
export const sampleReport = (
  about: Pick<IntentReport, 'ndaId' | 'paymentIntentId'> & Partial<IntentReport>,
): IntentReport => ({
  party: 1,
  attempt: 1,
  status: 'succeeded',
  amount: 199,
  currency: 'EUR',
  code: null,
  declines: 0,
  refunded: 0,
  chargeback: null,
  cardLastDigits: null,
  ...about,
});
