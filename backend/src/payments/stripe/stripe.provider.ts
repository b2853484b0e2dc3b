import type { Stripe } from 'stripe';
import type { IntentReport, IntentRequest, OpenedIntent, PaymentProvider, Period } from '../provider.js';
import { failureToMake, isTooLate, isUnknown, providerFailed } from './stripe-faults.js';
import { type BesideIntent, chargeOf, metadataOf, ownerOf, reportOf, statusOf } from './stripe-report.js';

/** The most that Stripe gives at once. */
const PAGE = 100;
/** Refunds, disputes and tries of one intent, of which there are a few; beyond that nothing is asked. */
const BESIDE_MAX = 1_000;
/** Ids of intents: what is none is not asked for. */
const INTENT_ID = /^pi_\w{1,200}$/;
const WITH_CHARGE = { expand: ['latest_charge'] };

export interface StripeProviderOptions {
  readonly publishableKey: string;
  /** Host under which this service is reached: what it makes carries it, and what does not is not ours. */
  readonly app: string;
}

/** Stripe by its SDK. Cards only: no method whose money comes days later. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly publishableKey: string;
  private readonly app: string;

  constructor(
    private readonly stripe: Stripe,
    { publishableKey, app }: StripeProviderOptions,
  ) {
    this.publishableKey = publishableKey;
    this.app = app;
  }

  /**
   * `allowed_payment_method_types` replaced `payment_method_types` in this version of the API. Link is another type;
   * wallets are of the type card, and only the browser offers them.
   */
  async open({ amount, idempotencyKey, ...owner }: IntentRequest): Promise<OpenedIntent> {
    const asked: Stripe.PaymentIntentCreateParams = {
      amount,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
      metadata: metadataOf(this.app, owner),
    };
    try {
      return openedOf(await this.stripe.paymentIntents.create(asked, { idempotencyKey }));
    } catch (error) {
      throw failureToMake(error);
    }
  }

  async reopen(paymentIntentId: string): Promise<OpenedIntent | undefined> {
    const intent = await this.ours(paymentIntentId);
    return intent && openedOf(intent);
  }

  async lookUp(paymentIntentId: string): Promise<IntentReport | undefined> {
    const intent = await this.ours(paymentIntentId);
    return intent && this.reportOf(intent);
  }

  /** Looks first: what is another application's is never cancelled. */
  async cancel(paymentIntentId: string): Promise<IntentReport | undefined> {
    const intent = await this.ours(paymentIntentId);
    if (intent === undefined) return undefined;
    if (!['open', 'declined'].includes(statusOf(intent))) return this.reportOf(intent);
    let cancelled: Stripe.PaymentIntent;
    try {
      cancelled = await this.stripe.paymentIntents.cancel(paymentIntentId, WITH_CHARGE);
    } catch (error) {
      if (isTooLate(error)) return this.lookUp(paymentIntentId);
      throw providerFailed(error);
    }
    return this.reportOf(cancelled);
  }

  /**
   * Stripe lists the newest first. So the first walk only finds the oldest, and the second goes up from there: at no
   * time is more than a page in memory.
   */
  async *list({ from, until }: Period): AsyncIterable<IntentReport> {
    // Whole seconds, as Stripe counts them.
    const about = { created: { gte: secondsUp(from), lt: secondsUp(until) }, limit: PAGE };
    const oldest = await this.oldestOf(about);
    if (oldest === undefined) return;
    const first = await this.lookUp(oldest);
    if (first !== undefined) yield first;
    const later = this.stripe.paymentIntents.list({
      ...about,
      ending_before: oldest,
      expand: ['data.latest_charge'],
    });
    for await (const intent of reached(later)) {
      const report = await this.reportOf(intent);
      if (report !== undefined) yield report;
    }
  }

  private async oldestOf(about: Stripe.PaymentIntentListParams): Promise<string | undefined> {
    let oldest: string | undefined;
    for await (const { id } of reached(this.stripe.paymentIntents.list(about))) oldest = id;
    return oldest;
  }

  /** With its charge. Undefined where there is none, or it is another application's. @throws ProviderFailed */
  private async ours(paymentIntentId: string): Promise<Stripe.PaymentIntent | undefined> {
    if (!INTENT_ID.test(paymentIntentId)) return undefined;
    try {
      const intent = await this.stripe.paymentIntents.retrieve(paymentIntentId, WITH_CHARGE);
      return ownerOf(this.app, intent.metadata) && intent;
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw providerFailed(error);
    }
  }

  /** Undefined for another application's. @throws ProviderFailed */
  private async reportOf(intent: Stripe.PaymentIntent): Promise<IntentReport | undefined> {
    const owner = ownerOf(this.app, intent.metadata);
    return owner && reportOf(intent, owner, await this.beside(intent));
  }

  /** Asked for only where the intent says that there is any, so that most looks are one call. */
  private async beside(intent: Stripe.PaymentIntent): Promise<BesideIntent> {
    const about = { payment_intent: intent.id, limit: PAGE };
    const charge = chargeOf(intent);
    const isRefunded = charge !== undefined && charge.amount_refunded > 0;
    const isDisputed = charge?.disputed === true;
    const { refunds, disputes, charges } = this.stripe;
    try {
      const [refundsOfIt, disputesOfIt, declinedCharges] = await Promise.all([
        isRefunded ? all(refunds.list(about)) : [],
        isDisputed ? all(disputes.list(about)) : [],
        statusOf(intent) === 'declined' ? all(charges.list(about)) : [],
      ]);
      return { refunds: refundsOfIt, disputes: disputesOfIt, declinedCharges };
    } catch (error) {
      throw providerFailed(error);
    }
  }
}

/** @throws ProviderFailed */
async function* reached<T>(walk: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* walk;
  } catch (error) {
    throw providerFailed(error);
  }
}

const all = <T>(list: Stripe.ApiListPromise<T>): Promise<T[]> =>
  list.autoPagingToArray({ limit: BESIDE_MAX });

const secondsUp = (at: Date): number => Math.ceil(at.getTime() / 1_000);

function openedOf({ id, client_secret: clientSecret }: Stripe.PaymentIntent): OpenedIntent {
  return { paymentIntentId: id, clientSecret: clientSecret ?? '' };
}
