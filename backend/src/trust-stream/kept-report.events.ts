/*
 * The reports that are kept while a stream is closed. A report holds ids, amounts and codes only, because the
 * trust stream has no key: nothing in it can be erased.
 */

/** A dispute of the cardholder, as the payment provider reported it. */
export interface KeptChargeback {
  readonly state: 'opened' | 'won' | 'lost';
  /** Cents of `currency`. */
  readonly amount: number;
  readonly currency: string;
  readonly disputes: number;
  readonly undecided?: number;
}

/** The payment provider's report about an intent. */
export interface PaymentFacts {
  readonly paymentIntentId: string;
  readonly party: 1 | 2;
  readonly attempt: number;
  readonly status: 'succeeded' | 'declined' | 'cancelled';
  /** Cents of `currency`. */
  readonly amount: number;
  readonly currency: string;
  /** Total cents that were refunded. */
  readonly refunded: number;
  readonly chargeback: KeptChargeback | null;
  /** Stable code of the provider; null if the payment succeeded. */
  readonly code: string | null;
  /** Tells two refusals with the same code apart. */
  readonly occurrence: string | null;
  readonly declines: number;
}

/** The mail provider's report about a message. */
export interface MailFacts {
  /** SHA-256 of the Message-ID, hexadecimal. */
  readonly messageDigest: string;
  readonly what: 'delivered' | 'bounced';
  readonly code: string;
  readonly permanent: boolean;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** A report that says all by its kind. */
export type NoFacts = Readonly<Record<string, never>>;

export interface DisputeFacts {
  readonly party: 1 | 2;
}

export interface FactsByKind {
  readonly payment: PaymentFacts;
  readonly mail: MailFacts;
  readonly dispute: DisputeFacts;
  readonly hold: NoFacts;
  readonly 'hold-lifted': NoFacts;
}

export type KeptKind = keyof FactsByKind;

export type KeptReport = {
  readonly [Kind in KeptKind]: { readonly kind: Kind; readonly facts: FactsByKind[Kind] };
}[KeptKind];
