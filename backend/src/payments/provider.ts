import type { Party, PaymentProviderName } from '@siegel/contracts/enums';

/**
 * A request to the provider. The idempotency key consists of NDA, party, amount and attempt
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

export interface ChargebackReport {
  readonly state: 'opened' | 'won' | 'lost';
  /** Cents, in `currency` (upper case). */
  readonly amount: number;
  readonly currency: string;
  /** Number of the intent's disputes, whatever their outcome; it never decreases. */
  readonly disputes: number;
  /**
   * Total cents of the undecided disputes, in `currency`. Present if there is more than one dispute. Another
   * dispute of the same intent may already be lost.
   */
  readonly undecided?: number;
}

/** The provider's report about an intent, from the webhook or a look-up. */
export interface IntentReport {
  readonly paymentIntentId: string;
  readonly ndaId: string;
  readonly party: Party;
  readonly attempt: number;
  /**
   * `processing`: a payment was made but is not decided yet. The intent can be neither paid again nor
   * cancelled.
   */
  readonly status: 'open' | 'processing' | 'succeeded' | 'declined' | 'cancelled';
  /** Cents received, in `currency` (upper case); before the payment, the requested amount. */
  readonly amount: number;
  readonly currency: string;
  /** Total cents refunded so far. */
  readonly refunded: number;
  /**
   * Money that the cardholder's bank took back or is trying to take back; null if the bank never did so, or
   * if it only makes an inquiry.
   */
  readonly chargeback: ChargebackReport | null;
  /** Last digits of the card that paid; null before the payment, or if the provider does not report them. */
  readonly cardLastDigits: string | null;
  /** Reason of the refusal: a stable code of the provider. */
  readonly code: string | null;
  /**
   * Distinguishes one refusal of a card from the next refusal with the same code. It is the same in every
   * repetition of a report.
   */
  readonly occurrence?: string;
  /** Number of cards declined on this intent so far, including a refusal that this report is about. */
  readonly declines: number;
}

/** A period from one instant to another; the second instant is not included. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}

/**
 * The port to the payment provider. All calls may be repeated. They throw ProviderFailed if the provider
 * cannot be reached or refuses the call.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  readonly publishableKey: string;
  /**
   * Makes an intent, or returns the intent that was made with the same key. Called only while the intent's id
   * is unknown (rule:idempotent-at-the-provider).
   * @throws NothingMade, RefusedForNow
   */
  open(request: IntentRequest): Promise<OpenedIntent>;
  /** Returns an earlier intent again, for the browser; undefined for an unknown id. */
  reopen(paymentIntentId: string): Promise<OpenedIntent | undefined>;
  /** Returns the report about an intent; undefined for an unknown id or an intent of another application. */
  lookUp(paymentIntentId: string): Promise<IntentReport | undefined>;
  /**
   * Cancels the intent and returns the report afterwards: `cancelled`, or `succeeded` or `processing` if the
   * intent was paid before the cancellation.
   */
  cancel(paymentIntentId: string): Promise<IntentReport | undefined>;
  /** Yields all intents of this application from the period, in the order in which they were made. */
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
 * The provider made no intent with this key and never will. Either the provider says so, or it repeats a
 * failure that it has stored for the key, or the key belongs to another request whose secret nobody received.
 * The attempt is over, and another attempt may follow at once.
 */
export class NothingMade extends ProviderFailed {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NothingMade';
  }
}

/**
 * The provider refused the request, made no intent, and stored nothing for the key. The same request may
 * succeed once the cause is fixed. A person who repeats the request does not begin a new attempt.
 */
export class RefusedForNow extends ProviderFailed {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RefusedForNow';
  }
}
