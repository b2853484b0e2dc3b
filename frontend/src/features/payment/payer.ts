import type { PaymentIntentView } from '@siegel/contracts/nda/view';

/** Result of a payment by card or voucher. */
export interface PaymentResult {
  /** Nothing is owed any more. */
  readonly done: boolean;
  /** Shows the result in the page behind the dialog. */
  readonly showOnPage: () => void;
}

/** The payer and its calls: Party 1 for its NDA, or Party 2 through its link. */
export interface Payer {
  /** Cents owed now. */
  readonly amountDue: number;
  /**
   * The purpose of the payment, which selects the texts: sending to both in person, inviting as well for one
   * or both, or Party 2's own share.
   */
  readonly words: 'sending' | 'inviting' | 'invitingForBoth' | 'share';
  /** Returns the open intent if there is one, so asking again is safe (rule:one-open-intent). */
  readonly openIntent: () => Promise<PaymentIntentView>;
  /**
   * Records the consent when the button is pressed, before the provider is asked (rule:consent-when-given).
   */
  readonly consent: (paymentIntentId: string) => Promise<void>;
  /** Called after the form has reported success. The server checks at the provider itself. */
  readonly confirm: (paymentIntentId: string) => Promise<PaymentResult>;
  /** Also resolves if the answer was lost and the voucher has paid all the same. */
  readonly redeem: (voucherCode: string) => Promise<PaymentResult>;
  /** Called if it is paid meanwhile, or can no longer be paid: the page behind shows the current state. */
  readonly refresh: () => Promise<void>;
  /**
   * Called with true when the provider has confirmed a payment that the server has not seen yet, and with
   * false when a payment is ordered (again).
   */
  readonly onPending: (pending: boolean) => void;
}
