import { inSpan, type Tracing } from '../platform/tracing/tracing.js';
import type { PaymentProvider } from './provider.js';

/**
 * Returns the provider with a span around each call. The span has the call's name and failure, but no data of
 * the payment.
 */
export function tracedProvider(provider: PaymentProvider, tracing: Tracing): PaymentProvider {
  if (!tracing.isOn) return provider;
  const { name, publishableKey } = provider;
  const called = <Answer>(operation: string, call: () => Promise<Answer>): Promise<Answer> => {
    const facts = { 'payment.provider': name, 'payment.operation': operation };
    return inSpan(tracing, { name: `payment.${operation}`, kind: 'client', facts }, call);
  };
  return {
    name,
    publishableKey,
    open: (request) => called('open', () => provider.open(request)),
    reopen: (id) => called('reopen', () => provider.reopen(id)),
    lookUp: (id) => called('lookUp', () => provider.lookUp(id)),
    cancel: (id) => called('cancel', () => provider.cancel(id)),
    list: (period) => provider.list(period),
    listRefundedOrDisputed: (period) => provider.listRefundedOrDisputed(period),
  };
}
