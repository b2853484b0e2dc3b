import type { Stripe } from 'stripe';
import type { KnowsIntent } from '../known-intents.js';
import type { IntentReport, IntentRequest, OpenedIntent, PaymentProvider, Period } from '../provider.js';
import { failureToMake, isTooLate, isUnknown, providerFailed } from './stripe-faults.js';
import {
  type RelatedObjects,
  chargeOf,
  type IntentOwner,
  metadataOf,
  ownerOf,
  reportOf,
  statusOf,
} from './stripe-report.js';
import { idOf } from './webhook-events.js';

/** Maximum number of objects that Stripe returns in one page. */
const PAGE = 100;
/**
 * Maximum number of refunds, and likewise of disputes and of charges, that are fetched for one intent. An
 * intent usually has only a few.
 */
const RELATED_MAX = 1_000;
/** Pattern of an intent's id. Stripe is not called for a text that does not match. */
const INTENT_ID = /^pi_\w{1,200}$/;
const WITH_CHARGE = { expand: ['latest_charge'] };

export interface StripeProviderOptions {
  readonly publishableKey: string;
  /** Host of this service. The service writes it into the metadata of each intent that it makes. */
  readonly app: string;
  /**
   * Called for an intent whose metadata name a different host. Resolves to true if our event log contains the
   * intent. In that case, the service created the intent while it had that host.
   */
  readonly knows: KnowsIntent;
}

interface OwnIntent {
  readonly intent: Stripe.PaymentIntent;
  readonly owner: IntentOwner;
}

/**
 * Calls Stripe through its SDK. Only cards are offered, because with other payment methods the money may
 * arrive days later.
 */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly publishableKey: string;
  private readonly app: string;
  private readonly knows: KnowsIntent;

  constructor(
    private readonly stripe: Stripe,
    { publishableKey, app, knows }: StripeProviderOptions,
  ) {
    this.publishableKey = publishableKey;
    this.app = app;
    this.knows = knows;
  }

  /**
   * In this version of the API, `allowed_payment_method_types` replaces `payment_method_types`. Stripe's
   * payment method Link has its own type, so it is not offered. Wallets have the type `card`, so they are
   * allowed, but only the browser offers them.
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
    const ours = await this.ownIntent(paymentIntentId);
    return ours && openedOf(ours.intent);
  }

  async lookUp(paymentIntentId: string): Promise<IntentReport | undefined> {
    const ours = await this.ownIntent(paymentIntentId);
    return ours && this.reportOf(ours);
  }

  /** Looks the intent up first, because an intent of another application must never be cancelled. */
  async cancel(paymentIntentId: string): Promise<IntentReport | undefined> {
    const ours = await this.ownIntent(paymentIntentId);
    if (ours === undefined) return undefined;
    if (!['open', 'declined'].includes(statusOf(ours.intent))) return this.reportOf(ours);
    let cancelled: Stripe.PaymentIntent;
    try {
      cancelled = await this.stripe.paymentIntents.cancel(paymentIntentId, WITH_CHARGE);
    } catch (error) {
      if (isTooLate(error)) return this.lookUp(paymentIntentId);
      throw providerFailed(error);
    }
    return this.reportOf({ ...ours, intent: cancelled });
  }

  /**
   * Yields the oldest intent first, although Stripe lists the newest first. The first pass only finds the
   * oldest intent in the period. The second pass goes from the oldest intent towards the newest. Only one
   * page is in memory at a time.
   */
  async *list(period: Period): AsyncIterable<IntentReport> {
    const about = madeWithin(period);
    const oldest = await this.oldestOf(about);
    if (oldest === undefined) return;
    const first = await this.lookUp(oldest);
    if (first !== undefined) yield first;
    const later = this.stripe.paymentIntents.list({
      ...about,
      ending_before: oldest,
      expand: ['data.latest_charge'],
    });
    for await (const intent of failingAsProvider(later)) {
      const owner = await this.ownerOf(intent);
      if (owner !== undefined) yield await this.reportOf({ intent, owner });
    }
  }

  /**
   * Keeps the ids that it has already handled in memory. They are few, because most payments are neither
   * refunded nor disputed.
   */
  async *listRefundedOrDisputed(period: Period): AsyncIterable<IntentReport> {
    const about = madeWithin(period);
    const seen = new Set<string>();
    for (const parts of [() => this.stripe.refunds.list(about), () => this.stripe.disputes.list(about)])
      for await (const { payment_intent: intent } of failingAsProvider<Stripe.Refund | Stripe.Dispute>(
        parts(),
      )) {
        const id = idOf(intent);
        if (id === undefined || seen.has(id)) continue;
        seen.add(id);
        const report = await this.lookUp(id);
        if (report !== undefined) yield report;
      }
  }

  private async oldestOf(about: Stripe.PaymentIntentListParams): Promise<string | undefined> {
    let oldest: string | undefined;
    for await (const { id } of failingAsProvider(this.stripe.paymentIntents.list(about))) oldest = id;
    return oldest;
  }

  /**
   * Returns the intent with its charge; undefined if Stripe does not know the intent or if it belongs to
   * another application.
   * @throws ProviderFailed
   */
  private async ownIntent(paymentIntentId: string): Promise<OwnIntent | undefined> {
    if (!INTENT_ID.test(paymentIntentId)) return undefined;
    let intent: Stripe.PaymentIntent;
    try {
      intent = await this.stripe.paymentIntents.retrieve(paymentIntentId, WITH_CHARGE);
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw providerFailed(error);
    }
    const owner = await this.ownerOf(intent);
    return owner && { intent, owner };
  }

  /**
   * Returns the owner of an intent; undefined if the intent belongs to another application
   * (rule:own-intents).
   */
  private async ownerOf({ id, metadata }: Stripe.PaymentIntent): Promise<IntentOwner | undefined> {
    const claimed = ownerOf(metadata);
    if (claimed === undefined) return undefined;
    const { app, ...owner } = claimed;
    return app === this.app || (await this.knows(owner.ndaId, id)) ? owner : undefined;
  }

  /** @throws ProviderFailed */
  private async reportOf({ intent, owner }: OwnIntent): Promise<IntentReport> {
    return reportOf(intent, owner, await this.relatedObjects(intent));
  }

  /**
   * Fetches refunds, disputes and charges only if the intent shows that they exist. Most look-ups therefore
   * need a single call.
   */
  private async relatedObjects(intent: Stripe.PaymentIntent): Promise<RelatedObjects> {
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
async function* failingAsProvider<T>(walk: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* walk;
  } catch (error) {
    throw providerFailed(error);
  }
}

const all = <T>(list: Stripe.ApiListPromise<T>): Promise<T[]> =>
  list.autoPagingToArray({ limit: RELATED_MAX });

/** Returns Stripe's filter for objects made within the period. Stripe's times are whole seconds. */
const madeWithin = ({ from, until }: Period) => ({
  created: { gte: secondsUp(from), lt: secondsUp(until) },
  limit: PAGE,
});

const secondsUp = (at: Date): number => Math.ceil(at.getTime() / 1_000);

function openedOf({ id, client_secret: clientSecret }: Stripe.PaymentIntent): OpenedIntent {
  return { paymentIntentId: id, clientSecret: clientSecret ?? '' };
}
