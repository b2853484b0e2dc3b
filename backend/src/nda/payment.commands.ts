import type { PayConsentWording } from '@siegel/contracts/agreement/consent';
import type { Language, Party, PaymentProviderName } from '@siegel/contracts/enums';
import type { PaymentChargedBack } from './payment.events.js';

// The commands of an NDA about money; the others are in nda.commands.ts.

export interface RequestPayment {
  readonly type: 'RequestPayment';
  readonly party: Party;
  readonly provider: PaymentProviderName;
  /**
   * Hash of the token of the link through which Party 2 pays; absent if the request comes from Party 1's
   * screen.
   */
  readonly tokenHash?: string;
}
/** Sent when the order button is pressed. */
export interface GivePaymentConsent {
  readonly type: 'GivePaymentConsent';
  readonly party: Party;
  readonly paymentIntentId: string;
  readonly wording: PayConsentWording;
  readonly language: Language;
  /** As in RequestPayment. */
  readonly tokenHash?: string;
}
export interface RecordPaymentIntent {
  readonly type: 'RecordPaymentIntent';
  readonly party: Party;
  readonly attempt: number;
  readonly paymentIntentId: string;
  readonly provider: PaymentProviderName;
}
export interface RecordPaymentSuccess {
  readonly type: 'RecordPaymentSuccess';
  readonly party: Party;
  readonly attempt: number;
  readonly paymentIntentId: string;
  /** Cents in `currency` as the provider reports them. */
  readonly amount: number;
  /** Upper case. */
  readonly currency: string;
  readonly provider: PaymentProviderName;
  readonly cardLastDigits: string | null;
}
export interface RecordPaymentFailure {
  readonly type: 'RecordPaymentFailure';
  readonly party: Party;
  readonly attempt: number;
  readonly paymentIntentId: string | null;
  readonly code: string;
  readonly final: boolean;
}
export interface RecordRefund {
  readonly type: 'RecordRefund';
  readonly paymentIntentId: string;
  /** Total of all refunds so far, in the smallest unit of the currency. */
  readonly totalRefunded: number;
  readonly currency: string;
}
export interface RecordChargeback extends Omit<PaymentChargedBack['open'], 'disputes'> {
  readonly type: 'RecordChargeback';
  readonly disputes: number;
}
/** Sent after the voucher was redeemed for this NDA and party. */
export interface ApplyVoucher {
  readonly type: 'ApplyVoucher';
  readonly party: Party;
  readonly voucherId: string;
  readonly voucherCode: string;
  /** As in RequestPayment. */
  readonly tokenHash?: string;
}
