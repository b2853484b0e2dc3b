import type { PaymentProviderName, PaymentStatus } from '@siegel/contracts/enums';
import type { PaymentConsentGiven } from './payment.events.js';

// What the state of an NDA holds of its payments.

/** Its intent is null until the provider has told it. */
export interface OpenRequest {
  readonly attempt: number;
  readonly paymentIntentId: string | null;
}

/** How one party stands. Amounts are cents, times ISO 8601 UTC. */
export interface PartyStanding {
  readonly status: PaymentStatus;
  /** The request that is open at the provider, if any. */
  readonly open: OpenRequest | undefined;
  /** Of the newest request or payment; null from a request until its intent is known. */
  readonly paymentIntentId: string | null;
  /** Owed amounts that are covered, by card or voucher. */
  readonly covered: number;
  /** Counted from cards: 0 where a voucher paid alone, null before anything did. */
  readonly amount: number | null;
  readonly paidAt: string | null;
}

/** Before any request. */
export const NOTHING_PAID: PartyStanding = {
  status: 'none',
  open: undefined,
  paymentIntentId: null,
  covered: 0,
  amount: null,
  paidAt: null,
};

/** What a party consented to as it ordered. */
export interface ConsentState extends Pick<PaymentConsentGiven['open'], 'wording' | 'language'> {
  readonly at: string;
}

/** One request for payment and what became of it; `attempt` counts from 1 per party. Amounts are cents. */
export interface PaymentRequestState {
  readonly attempt: number;
  readonly amount: number;
  readonly provider: PaymentProviderName;
  readonly askedAt: string;
  /** Of the link that Party 2 had then; null before the first. */
  readonly tokenHash: string | null;
  /** The first one that was told of the attempt. */
  readonly paymentIntentId: string | null;
  /** Others of the same attempt, found later: nobody wants them. */
  readonly others: readonly { readonly paymentIntentId: string; readonly isOver: boolean }[];
  /**
   * `superseded`: another was asked for or paid since; money may still come. `over`: paid, cancelled or failed
   * for good.
   */
  readonly standing: 'open' | 'superseded' | 'over';
  /** Over, and the provider made nothing of it, or knows nothing of it: no card was ever tried. */
  readonly cameToNothing: boolean;
  /** Null until the button was pressed. */
  readonly consent: ConsentState | null;
  /** Cards declined, as far as recorded. */
  readonly declines: number;
}

/** One party's payment. Amounts are cents. */
export interface PartyPayment extends PartyStanding {
  /** Of the last request; 0 before the first. */
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
  /** What counted by card, and of which intent. */
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
