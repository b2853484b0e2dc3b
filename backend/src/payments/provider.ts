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
   * Cents of the undecided disputes, in that currency; present if there are several disputes, some possibly
   * lost.
   */
  readonly undecided?: number;
}

/** The provider's report of an intent, by webhook or when looked up. */
export interface IntentReport {
  readonly paymentIntentId: string;
  readonly ndaId: string;
  readonly party: Party;
  readonly attempt: number;
  /** `processing`: paid for and not decided yet; it can be neither paid again nor cancelled. */
  readonly status: 'open' | 'processing' | 'succeeded' | 'declined' | 'cancelled';
  /** Cents received, in `currency` (upper case); before that the requested amount. */
  readonly amount: number;
  readonly currency: string;
  /** Total cents refunded so far. */
  readonly refunded: number;
  /** Money that the cardholder's bank took back or tries to take; null if it never did, or only inquires. */
  readonly chargeback: ChargebackReport | null;
  /** Last digits of the card that paid; null before that, or if the provider does not report them. */
  readonly cardLastDigits: string | null;
  /** Reason of the refusal: a stable code of the provider. */
  readonly code: string | null;
  /**
   * Distinguishes one refusal of a card from the next with the same code; equal in every repetition of one
   * report.
   */
  readonly occurrence?: string;
  /** Cards declined on this intent so far, including this one. */
  readonly declines: number;
}

/** A period from one instant to another, the second excluded. */
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
   * Makes an intent; called only while its id is unknown (rule:idempotent-at-the-provider). The same key
   * gives the same intent.
   * @throws NothingMade, RefusedForNow
   */
  open(request: IntentRequest): Promise<OpenedIntent>;
  /** An earlier intent again, for the browser. Undefined for an unknown id. */
  reopen(paymentIntentId: string): Promise<OpenedIntent | undefined>;
  /** Undefined for an unknown id, and for an intent of another application. */
  lookUp(paymentIntentId: string): Promise<IntentReport | undefined>;
  /**
   * The report afterwards: `cancelled`; `succeeded` or `processing` if it was paid before the cancellation.
   */
  cancel(paymentIntentId: string): Promise<IntentReport | undefined>;
  /** All intents of this application from the period, in the order in which they were made. */
  list(period: Period): AsyncIterable<IntentReport>;
  /**
   * Intents of this application, of any age, with a refund or a dispute that was made in the period; each
   * once.
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
 * The provider made nothing under this key and never will: it says so, or repeats a failure that it keeps
 * under the key, or says that the key belongs to another request, whose secret nobody received. The attempt
 * is over, and another may follow at once.
 */
export class NothingMade extends ProviderFailed {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NothingMade';
  }
}

/**
 * The provider refused the request, made nothing, and keeps nothing under the key: the same request may
 * succeed once the cause is fixed. A person who repeats it begins no new attempt.
 */
export class RefusedForNow extends ProviderFailed {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RefusedForNow';
  }
}
