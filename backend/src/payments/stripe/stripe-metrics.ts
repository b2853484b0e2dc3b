import { Counter, type Registry } from 'prom-client';
import type { WebhookOutcome } from './stripe-webhook.js';

const OUTCOMES: Readonly<Record<WebhookOutcome, true>> = {
  recorded: true,
  kept: true,
  not_kept: true,
  ignored: true,
  unknown: true,
};

/**
 * Counts Stripe's events by outcome. The outcome `kept` means that the agreement is closed, so the report waits
 * until it is repaired. The outcome `not_kept` means that too many reports wait already, so this one is
 * lost. The outcome `unknown` means that Stripe reports money for an agreement
 * that the service does not know.
 */
export function countEvents(registry: Registry): (outcome: WebhookOutcome) => void {
  const events = new Counter({
    name: 'stripe_events_total',
    help: 'Events of Stripe, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of Object.keys(OUTCOMES)) events.inc({ outcome }, 0);
  return (outcome) => events.inc({ outcome });
}
