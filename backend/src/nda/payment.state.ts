import type { PaymentProviderName, PaymentStatus } from '@siegel/contracts/enums';
import type { PaymentConsentGiven } from './payment.events.js';

// The part of an NDA's state about payments.

/** A request for payment; the intent is null until the provider has named it. */
export interface OpenRequest {
  readonly attempt: number;
  readonly paymentIntentId: string | null;
}

/** The progress of one party's payment. Amounts are cents, times ISO 8601 UTC. */
export interface PaymentProgress {
  readonly status: PaymentStatus;
  /** The request that is open at the provider. */
  readonly open: OpenRequest | undefined;
  /** Intent of the newest request or payment; null while the newest request has no known intent. */
  readonly paymentIntentId: string | null;
  /** Sum of the owed amounts that a card or a voucher covered. */
  readonly covered: number;
  /**
   * Cents paid by card that counted towards the amount owed; 0 if only a voucher paid, null before any
   * payment.
   */
  readonly amount: number | null;
  readonly paidAt: string | null;
  /**
   * True once a card of the party was charged although the money does not count. After that, the payment
   * never counts as failed (rule:charged-is-never-failed).
   */
  readonly chargedInVain: boolean;
}

/** Before any request. */
export const NOTHING_PAID: PaymentProgress = {
  status: 'none',
  open: undefined,
  paymentIntentId: null,
  covered: 0,
  amount: null,
  paidAt: null,
  chargedInVain: false,
};

/** The consent that a party gave with its order. */
export interface ConsentState extends Pick<PaymentConsentGiven['open'], 'wording' | 'language'> {
  readonly at: string;
}

/** One request for payment with its outcome; `attempt` counts from 1 per party. Amounts are cents. */
export interface PaymentRequestState {
  readonly attempt: number;
  readonly amount: number;
  readonly provider: PaymentProviderName;
  readonly askedAt: string;
  /**
   * Hash of the token that Party 2's link had at the time of the request. Null if Party 1 made the request,
   * or if Party 2 had no link yet.
   */
  readonly tokenHash: string | null;
  /** The first intent that was reported for the attempt. */
  readonly paymentIntentId: string | null;
  /** Further intents that were found later for the same attempt. They are unwanted. */
  readonly others: readonly { readonly paymentIntentId: string; readonly isOver: boolean }[];
  /**
   * `superseded`: another request followed, or another intent of this request was paid, or the first intent
   * became known only after the request was over. In each case the first intent may still bring money.
   *
   * `over`: paid, cancelled or failed permanently.
   */
  readonly standing: 'open' | 'superseded' | 'over';
  /**
   * True if no card was tried and the request ended without a usable intent. Either the provider made no
   * intent for the request, or it does not know the intent.
   */
  readonly cameToNothing: boolean;
  /** Null until the party presses the order button. */
  readonly consent: ConsentState | null;
  /** Number of recorded refusals of cards. */
  readonly declines: number;
}

/** One party's payment. Amounts are cents. */
export interface PartyPayment extends PaymentProgress {
  /** Number of the last request; 0 before the first. */
  readonly attempt: number;
  readonly open:
    | {
        readonly attempt: number;
        readonly amount: number;
        readonly provider: PaymentProviderName;
        readonly paymentIntentId: string | null;
      }
    | undefined;
  readonly voucherId: string | null;
  readonly voucherUsedAt: string | null;
  /** The card payments that counted, each with its intent. */
  readonly counted: readonly { readonly paymentIntentId: string; readonly amount: number }[];
  /** Every request so far, oldest first. */
  readonly requests: readonly PaymentRequestState[];
}

export const UNPAID: PartyPayment = {
  ...NOTHING_PAID,
  attempt: 0,
  open: undefined,
  voucherId: null,
  voucherUsedAt: null,
  counted: [],
  requests: [],
};
