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

export interface ChargebackReport {
  readonly state: 'opened' | 'won' | 'lost';
  /** Cents, in `currency` (upper case). */
  readonly amount: number;
  readonly currency: string;
  /** How many disputes there are of the intent, whatever came of them; it never falls. */
  readonly disputes: number;
  /** Cents of those that are not decided yet, in that currency; told where there are several, some of them lost, say. */
  readonly undecided?: number;
}

/** What the provider says of an intent, by webhook or when looked up. */
export interface IntentReport {
  readonly paymentIntentId: string;
  readonly ndaId: string;
  readonly party: Party;
  readonly attempt: number;
  /** `processing`: paid for and not decided yet; it can be neither paid again nor cancelled. */
  readonly status: 'open' | 'processing' | 'succeeded' | 'declined' | 'cancelled';
  /** Cents received, in `currency` (upper case); as asked for until then. */
  readonly amount: number;
  readonly currency: string;
  /** Cents given back so far, in all. */
  readonly refunded: number;
  /** What the cardholder's bank took back or tries to; null where it never did, or only inquires. */
  readonly chargeback: ChargebackReport | null;
  /** Last digits of the card that paid; null while none did, or where the provider does not tell. */
  readonly cardLastDigits: string | null;
  /** Why it was declined; a stable code of the provider. */
  readonly code: string | null;
  /**
   * Tells one refusal of a card from the next with the same code; the same in every repetition of one report.
   */
  readonly occurrence?: string;
  /** Cards declined on this intent so far, this one included. */
  readonly declines: number;
}

/** Instants between which something was made at the provider, the second excluded. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}

/**
 * The port to whoever moves the money. All calls may be repeated. They throw ProviderFailed when the provider
 * can't be reached or refuses the call.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  readonly publishableKey: string;
  /**
   * Makes an intent; only for one whose id is not known (rule:idempotent-at-the-provider). The same key gives the
   * same intent.
   * @throws NothingMade, RefusedForNow
   */
  open(request: IntentRequest): Promise<OpenedIntent>;
  /** For the browser, of an intent that was made before. Undefined for an id it does not know. */
  reopen(paymentIntentId: string): Promise<OpenedIntent | undefined>;
  /** Undefined for an id it does not know, and for one of another application. */
  lookUp(paymentIntentId: string): Promise<IntentReport | undefined>;
  /** The report afterwards: `cancelled`; `succeeded` or `processing` where the money was faster. */
  cancel(paymentIntentId: string): Promise<IntentReport | undefined>;
  /** All of this application's, in the order in which they were made. */
  list(period: Period): AsyncIterable<IntentReport>;
  /**
   * Those of this application of which a refund or a dispute was made in the period, whenever they were made
   * themselves; each once.
   */
  listDisturbed(period: Period): AsyncIterable<IntentReport>;
}

export class ProviderFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailed';
  }
}

/**
 * The provider made nothing under this key and never will: its answer says so, repeats a failure that it keeps under
 * the key, or says that the key stands for something else, whose secret nobody got. The attempt is over, and another
 * may follow at once.
 */
export class NothingMade extends ProviderFailed {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NothingMade';
  }
}

/**
 * The provider refused what it was asked, made nothing, and keeps nothing under the key: asked the same again it may
 * make it, once what it minds is mended. A person who repeats it begins no new attempt.
 */
export class RefusedForNow extends ProviderFailed {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RefusedForNow';
  }
}
