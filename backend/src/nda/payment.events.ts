import type { Party, PaymentProviderName } from '@siegel/contracts/enums';
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
    /** Which wording of price, withdrawal notice and consents stood above the button (§ 312j BGB). */
    readonly consentWording: string;
  }
>;
/** The provider has made the intent that was requested. */
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
  }
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
export type PaymentRefunded = NewEvent<
  'PaymentRefunded',
  { readonly paymentIntentId: string; readonly amount: number; readonly currency: string }
>;
