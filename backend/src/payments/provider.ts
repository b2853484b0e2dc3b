import type { Party, PaymentProviderName } from '@siegel/contracts/enums';

/**
 * What is asked of the provider. The idempotency key is made of NDA, party, amount and attempt
 * (rule:idempotent-at-the-provider).
 */
export interface IntentRequest {
  readonly ndaId: string;
  readonly party: Party;
  readonly attempt: number;
  /** Cents. */
  readonly amount: number;
  readonly currency: 'EUR';
  readonly idempotencyKey: string;
}

export interface OpenedIntent {
  readonly paymentIntentId: string;
  /** For the browser only: never stored, never logged. */
  readonly clientSecret: string;
}

/** What the provider says of an intent, by webhook or when looked up. */
export interface IntentReport {
  readonly paymentIntentId: string;
  readonly ndaId: string;
  readonly party: Party;
  readonly attempt: number;
  readonly status: 'open' | 'succeeded' | 'declined' | 'cancelled';
  /** Cents received, in `currency` (upper case). */
  readonly amount: number;
  readonly currency: string;
  /** Why it was declined; a stable code of the provider. */
  readonly code: string | null;
  /**
   * Tells one refusal of a card from the next with the same code; the same in every repetition of one report.
   */
  readonly occurrence?: string;
  /** Cards declined on this intent so far, this one included. */
  readonly declines: number;
}

/**
 * The port to whoever moves the money. All calls may be repeated. They throw ProviderFailed when the provider
 * can't be reached or refuses the call.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  readonly publishableKey: string;
  /** The same key gives the same intent. */
  open(request: IntentRequest): Promise<OpenedIntent>;
  /** Undefined for an id it does not know. */
  lookUp(paymentIntentId: string): Promise<IntentReport | undefined>;
  /** The report afterwards: `cancelled`, or `succeeded` where the money was faster. */
  cancel(paymentIntentId: string): Promise<IntentReport | undefined>;
}

export class ProviderFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailed';
  }
}
