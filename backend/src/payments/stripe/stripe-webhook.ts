import type Stripe from 'stripe';
import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import { codeOf, isPassing } from '../../http/problems/problem.js';
import type { Clock } from '../../platform/time/clock.js';
import type { Logger } from '../../platform/logging/logger.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { KeptPayments } from '../kept-payments.js';
import type { PaymentReports } from '../payment-reports.js';
import { type IntentReport, type PaymentProvider, ProviderFailed } from '../provider.js';
import { isOfNow, TOLERANCE_SECONDS } from './signed-time.js';
import { intentOf } from './webhook-events.js';

/** The outcome of an event from Stripe. The metric counts events by outcome. */
export type WebhookOutcome = 'recorded' | 'kept' | 'not_kept' | 'ignored' | 'unknown';

export interface StripeWebhookParts {
  /** Undefined if Stripe is not configured; then every call is refused. */
  readonly stripe: Pick<Stripe, 'webhooks'> | undefined;
  /** A signature made with any of these secrets is valid. */
  readonly secrets: readonly string[];
  readonly provider: Pick<PaymentProvider, 'lookUp'>;
  readonly reports: Pick<PaymentReports, 'apply'>;
  readonly kept: Pick<KeptPayments, 'keep'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly count: (outcome: WebhookOutcome) => void;
}

export interface SignedCall {
  /** Value of the header `Stripe-Signature`. */
  readonly signature: string;
  /** The received bytes, unchanged. */
  readonly body: Buffer;
}

/** Handles the events that Stripe sends to the webhook (rule:stripe-events). */
export class StripeWebhook {
  constructor(private readonly parts: StripeWebhookParts) {}

  /**
   * Records the event if it is about a payment to this service. Events may arrive in any order and several
   * times.
   * @throws RuleBroken not_found if Stripe is not configured; webhook_signature, malformed_json; unavailable
   * if the provider could not be reached, in which case Stripe may send the event again
   */
  async take(call: SignedCall): Promise<void> {
    const paymentIntentId = intentOf(this.eventOf(call));
    this.parts.count(paymentIntentId === undefined ? 'ignored' : await this.outcomeOf(paymentIntentId));
  }

  private async outcomeOf(paymentIntentId: string): Promise<WebhookOutcome> {
    const { provider, logger } = this.parts;
    try {
      const report = await provider.lookUp(paymentIntentId);
      if (report === undefined) return 'ignored';
      return await this.recorded(report);
    } catch (error) {
      if (error instanceof ProviderFailed) throw new RuleBroken('unavailable');
      if (!isFinal(error)) throw error;
      // Most likely the event log does not contain this payment, for instance because an older backup was
      // restored. `payments:check` lists such a payment.
      logger.error(
        { paymentIntentId, code: codeOf(error) },
        'Stripe reports a payment that cannot be recorded. Most likely the payment belongs to no known agreement, which can happen after an older backup has been restored. siegel payments:check lists the payment: refund it at Stripe, or restore a newer backup.',
      );
      return 'unknown';
    }
  }

  /**
   * Records the report. If its agreement is closed, the report is kept, unless too many are kept already
   * (rule:reports-wait-for-the-repair).
   */
  private async recorded(report: IntentReport): Promise<WebhookOutcome> {
    try {
      await this.parts.reports.apply(report);
      return 'recorded';
    } catch (error) {
      if (!(error instanceof StreamUntrusted)) throw error;
      const keeping = await this.parts.kept.keep(report);
      if (keeping === undefined) return 'ignored';
      return keeping === 'full' ? 'not_kept' : 'kept';
    }
  }

  private eventOf({ signature, body }: SignedCall): Stripe.Event {
    const { stripe, secrets, clock } = this.parts;
    if (stripe === undefined) throw new RuleBroken('not_found');
    const now = clock.now();
    const isGenuine =
      isOfNow(signature, now) &&
      secrets.some((secret) => isSigned(stripe.webhooks, { signature, body }, secret, now.getTime()));
    if (!isGenuine) throw new RuleBroken('webhook_signature');
    return eventIn(body);
  }
}

/** True if the event would fail in the same way when repeated. */
const isFinal = (error: unknown): boolean => error instanceof RuleBroken && !isPassing(codeOf(error));

/** @param at current time in milliseconds since 1970 */
function isSigned(
  webhooks: Stripe['webhooks'],
  { signature, body }: SignedCall,
  secret: string,
  at: number,
): boolean {
  try {
    return (
      webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE_SECONDS, undefined, at) === true
    );
  } catch {
    return false;
  }
}

/** Returns the Stripe event in the body. The caller has already verified the body's signature. */
function eventIn(body: Buffer): Stripe.Event {
  const event = parsed(body);
  const isEvent =
    typeof event === 'object' &&
    event !== null &&
    'type' in event &&
    'data' in event &&
    typeof event.data === 'object' &&
    event.data !== null &&
    'object' in event.data &&
    typeof event.data.object === 'object' &&
    event.data.object !== null;
  if (!isEvent) throw new RuleBroken('malformed_json');
  return event as unknown as Stripe.Event;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new RuleBroken('malformed_json');
  }
}
