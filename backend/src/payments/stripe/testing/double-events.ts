import StripeSdk, { type Stripe } from 'stripe';
import type { Clock } from '../../../platform/time/clock.js';
import { idOf, seconds } from './double-objects.js';

/** Who gets the events; a secret of its own signs them. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly secret: string;
}

/** Status 0 means that nobody answered. */
export interface Delivery {
  readonly event: Stripe.Event;
  readonly status: number;
}

/** An event as it goes over the line. */
export interface SignedEvent {
  readonly payload: string;
  /** Value of the header `stripe-signature`. */
  readonly signature: string;
}

const { webhooks } = new StripeSdk('sk_test_of_no_account');

/** Signed by Stripe's own helper. @param at time of the signature, now by default */
export function signedEvent(event: Stripe.Event, secret: string, at = new Date()): SignedEvent {
  const payload = JSON.stringify(event);
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds(at.getTime()) });
  return { payload, signature };
}

/** What happened at the double, and who is told of it. */
export class DoubleEvents {
  readonly events: Stripe.Event[] = [];
  readonly deliveries: Delivery[] = [];
  private endpoint: WebhookEndpoint | undefined;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly clock: Clock,
    private readonly apiVersion: string,
  ) {}

  /** From here on each event is sent there once; undefined: nowhere. */
  webhookTo(endpoint: WebhookEndpoint | undefined): void {
    this.endpoint = endpoint;
  }

  tell(type: string, object: object): void {
    const event = {
      id: idOf('evt'),
      object: 'event',
      api_version: this.apiVersion,
      created: seconds(this.clock.now().getTime()),
      // As it stands now: later changes of the books are not in it.
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
   * Once more, where it was sent before.
   * @param at time of the signature, now by default. @throws Error where it was not said whereto
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

  /** Once all that was sent has been answered. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }
}
