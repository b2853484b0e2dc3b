import type { Party, PaymentProviderName } from '@siegel/contracts/enums';

/**
 * A request to the provider to create a payment intent. The idempotency key consists of NDA, party, amount
 * and attempt (rule:idempotent-at-the-provider).
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
  /** Only the browser may get this secret. The service never stores or logs it. */
  readonly clientSecret: string;
}

export interface ChargebackReport {
  readonly state: 'opened' | 'won' | 'lost';
  /** Cents, in `currency` (upper case). */
  readonly amount: number;
  readonly currency: string;
  /** Number of all disputes about this intent, decided or not. It never decreases. */
  readonly disputes: number;
  /**
   * Total of the undecided disputes, in cents of `currency`. Present if there is more than one dispute,
   * because `state` and `amount` may then describe a dispute that is already lost.
   */
  readonly undecided?: number;
}

/** The provider's report about a payment intent. It comes from the webhook or from a look-up. */
export interface IntentReport {
  readonly paymentIntentId: string;
  readonly ndaId: string;
  readonly party: Party;
  readonly attempt: number;
  /**
   * `processing`: somebody has paid, but the payment is not decided yet. The intent can be neither paid again
   * nor cancelled.
   */
  readonly status: 'open' | 'processing' | 'succeeded' | 'declined' | 'cancelled';
  /**
   * Amount in cents of `currency` (upper case). Before the payment it is the requested amount, afterwards the
   * amount received.
   */
  readonly amount: number;
  readonly currency: string;
  /** Total cents refunded so far. */
  readonly refunded: number;
  /**
   * Money that the cardholder's bank has taken back, or is trying to take back. Null if the bank never did
   * so, or has only made an inquiry.
   */
  readonly chargeback: ChargebackReport | null;
  /** Last digits of the card that paid; null before the payment, or if the provider does not report them. */
  readonly cardLastDigits: string | null;
  /** The reason of a refusal, as one of the provider's stable codes. */
  readonly code: string | null;
  /**
   * Distinguishes two refusals with the same code. If the provider repeats a report, the value stays the
   * same.
   */
  readonly occurrence?: string;
  /** Number of cards declined on this intent so far, including a refusal that this report is about. */
  readonly declines: number;
}

/** A period of time. It includes `from` but not `until`. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}

/**
 * The interface to the payment provider. Every call may be repeated. It throws ProviderFailed if the provider
 * cannot be reached or refuses the call.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  readonly publishableKey: string;
  /**
   * Creates an intent, or returns the intent that was created with the same idempotency key. Called only
   * while the intent's id is unknown (rule:idempotent-at-the-provider).
   * @throws NothingMade, RefusedForNow
   */
  open(request: IntentRequest): Promise<OpenedIntent>;
  /**
   * Returns an existing intent with its secret for the browser; undefined if the provider does not know the
   * id.
   */
  reopen(paymentIntentId: string): Promise<OpenedIntent | undefined>;
  /** Returns the report about an intent; undefined for an unknown id or an intent of another application. */
  lookUp(paymentIntentId: string): Promise<IntentReport | undefined>;
  /**
   * Cancels the intent, and returns the report about it afterwards. The status is `cancelled`. If the intent
   * was paid before, the status is `succeeded` or `processing`.
   */
  cancel(paymentIntentId: string): Promise<IntentReport | undefined>;
  /** Yields all intents of this application that were created in the period, oldest first. */
  list(period: Period): AsyncIterable<IntentReport>;
  /**
   * Yields the intents of this application that were refunded or disputed in the period. Each intent is
   * yielded once, no matter how old it is.
   */
  listRefundedOrDisputed(period: Period): AsyncIterable<IntentReport>;
}

export class ProviderFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailed';
  }
}

/**
 * The provider has created no intent for this request, and never will under its idempotency key. The provider
 * may say so, or repeat a failure that it stored under the key. The key may also belong to a different
 * request; nobody received the secret of that request's intent. The attempt is over, and another attempt may
 * follow at once.
 */
export class NothingMade extends ProviderFailed {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NothingMade';
  }
}

/**
 * The provider refused the request, created no intent, and stored nothing under the idempotency key. The same
 * request may succeed once the cause is fixed. If a person tries again, the same attempt continues.
 */
export class RefusedForNow extends ProviderFailed {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RefusedForNow';
  }
}
