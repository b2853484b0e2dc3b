import StripeSdk, { type Stripe } from 'stripe';
import type { Clock } from '../../../platform/time/clock.js';
import { idOf, seconds } from './double-objects.js';

/** The endpoint to which events are sent. `secret` signs them. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly secret: string;
}

/** The result of sending an event. Status 0 means that the endpoint did not respond. */
export interface Delivery {
  readonly event: Stripe.Event;
  readonly status: number;
}

/** An event as it is sent over HTTP. */
export interface SignedEvent {
  readonly payload: string;
  /** Value of the header `stripe-signature`. */
  readonly signature: string;
}

const { webhooks } = new StripeSdk('sk_test_of_no_account');

/** Signs the event with Stripe's own helper. @param at time of the signature, now by default */
export function signedEvent(event: Stripe.Event, secret: string, at = new Date()): SignedEvent {
  const payload = JSON.stringify(event);
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds(at.getTime()) });
  return { payload, signature };
}

/** Keeps the events of the double, and sends them to the webhook endpoint. */
export class DoubleEvents {
  readonly events: Stripe.Event[] = [];
  readonly deliveries: Delivery[] = [];
  private endpoint: WebhookEndpoint | undefined;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly clock: Clock,
    private readonly apiVersion: string,
  ) {}

  /**
   * Sets the endpoint. Each later event is sent to it once. If the endpoint is undefined, no event is sent.
   */
  webhookTo(endpoint: WebhookEndpoint | undefined): void {
    this.endpoint = endpoint;
  }

  emit(type: string, object: object): void {
    const event = {
      id: idOf('evt'),
      object: 'event',
      api_version: this.apiVersion,
      created: seconds(this.clock.now().getTime()),
      // Copies the object, so that later changes of the object do not change the event.
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    } as unknown as Stripe.Event;
    this.events.push(event);
    if (this.endpoint === undefined) return;
    const delivery = this.deliver(event).then(() => void this.underWay.delete(delivery));
    this.underWay.add(delivery);
  }

  /**
   * Sends an event, even if it was sent before.
   * @param at time of the signature, now by default
   * @throws Error if no endpoint was set
   */
  async deliver(event: Stripe.Event, at?: Date): Promise<number> {
    if (this.endpoint === undefined) throw new Error('webhookTo was not called');
    const { url, secret } = this.endpoint;
    const { payload, signature } = signedEvent(event, secret, at ?? this.clock.now());
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const status = await fetch(url, { method: 'POST', headers, body: payload }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    this.deliveries.push({ event, status });
    return status;
  }

  /** Resolves once the endpoint has responded to all events that were sent. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }
}
