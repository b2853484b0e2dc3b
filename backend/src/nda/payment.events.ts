import type { PayConsentWording } from '@siegel/contracts/agreement/consent';
import type { Language, Party, PaymentProviderName } from '@siegel/contracts/enums';
import type { NewEvent } from '../eventsourcing/journal/event.js';

/**
 * What can be said of an NDA's payments; the other events are in nda.events.ts. Money is integer cents.
 */

export type PaymentRequested = NewEvent<
  'PaymentRequested',
  {
    readonly party: Party;
    readonly attempt: number;
    readonly amount: number;
    readonly currency: 'EUR';
    readonly provider: PaymentProviderName;
  }
>;
/** The button was pressed: what stood above it, over which amount and in which language (§ 312j, § 356 (4) BGB). */
export type PaymentConsentGiven = NewEvent<
  'PaymentConsentGiven',
  {
    readonly party: Party;
    readonly attempt: number;
    readonly paymentIntentId: string;
    readonly amount: number;
    readonly currency: 'EUR';
    readonly wording: PayConsentWording;
    readonly language: Language;
  }
>;
/** The provider has made the intent that was requested; another one of the same attempt is ended. */
export type PaymentIntentOpened = NewEvent<
  'PaymentIntentOpened',
  {
    readonly party: Party;
    readonly attempt: number;
    readonly paymentIntentId: string;
    readonly provider: PaymentProviderName;
  }
>;
export type PaymentSucceeded = NewEvent<
  'PaymentSucceeded',
  {
    readonly party: Party;
    readonly attempt: number;
    readonly amount: number;
    readonly currency: 'EUR';
    readonly paymentIntentId: string;
    readonly provider: PaymentProviderName;
  },
  /** As far as the provider tells. */
  { readonly cardLastDigits: string | null }
>;
/** `final`: this intent is over (cancelled, or failed for good); the next request begins the next attempt. */
export type PaymentFailed = NewEvent<
  'PaymentFailed',
  {
    readonly party: Party;
    readonly attempt: number;
    readonly paymentIntentId: string | null;
    readonly code: string;
    readonly final: boolean;
  }
>;
export type VoucherApplied = NewEvent<
  'VoucherApplied',
  {
    readonly party: Party;
    /** What the party owed, now covered. */
    readonly covered: number;
    /** Keyed hash that names the voucher's stream. */
    readonly voucherId: string;
  },
  { readonly voucherCode: string }
>;
export type PaymentMismatched = NewEvent<
  'PaymentMismatched',
  {
    readonly party: Party;
    readonly paymentIntentId: string;
    readonly expectedAmount: number;
    readonly amount: number;
    readonly currency: string;
  }
>;
export type RefundDue = NewEvent<
  'RefundDue',
  {
    readonly party: Party;
    readonly paymentIntentId: string;
    readonly amount: number;
    readonly currency: string;
    readonly reason: 'excess' | 'expired' | 'discarded' | 'erased' | 'mismatched';
  }
>;
/** What was given back of an intent in all, as the provider told it then: the newest total stands. */
export type PaymentRefunded = NewEvent<
  'PaymentRefunded',
  { readonly paymentIntentId: string; readonly totalRefunded: number; readonly currency: string }
>;
/** The cardholder's bank took the money of an intent back, or tries to; in the end the service keeps or loses it. */
export type PaymentChargedBack = NewEvent<
  'PaymentChargedBack',
  {
    readonly paymentIntentId: string;
    readonly amount: number;
    readonly currency: string;
    readonly state: 'opened' | 'won' | 'lost';
    /** How many disputes of the intent the provider had told of by then, where it is more than one. */
    readonly disputes?: number;
    /** Cents that are not decided yet, in that currency; told where there is more than one dispute. */
    readonly undecided?: number;
  }
>;

export type PaymentEvent =
  | PaymentRequested
  | PaymentIntentOpened
  | PaymentConsentGiven
  | PaymentSucceeded
  | PaymentFailed
  | VoucherApplied
  | PaymentMismatched
  | RefundDue
  | PaymentRefunded
  | PaymentChargedBack;
