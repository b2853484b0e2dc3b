import type { PaymentIntentView } from '@siegel/contracts/nda/view';

/** Result of a payment by card or voucher. */
export interface PaymentResult {
  /** True if nothing is owed any more. */
  readonly done: boolean;
  /**
   * True if the card was charged, but the money does not count, for example because a voucher had paid
   * before. The money is then refunded (rule:charged-is-never-failed).
   */
  readonly notNeeded: boolean;
  /** Shows the result in the page behind the dialog. */
  readonly showOnPage: () => void;
}

/**
 * A payer and the calls with which it pays. The payer is either Party 1, who pays for its own NDA, or Party
 * 2, who pays through its link.
 */
export interface Payer {
  /** Cents owed now. */
  readonly amountDue: number;
  /**
   * The purpose of the payment. It selects the texts of the dialog. `sending`: both parties sign in person,
   * and the document is sent to both. `inviting`, `invitingForBoth`: Party 2 is invited, and Party 1 pays for
   * itself or for both parties. `share`: Party 2 pays its own share.
   */
  readonly words: 'sending' | 'inviting' | 'invitingForBoth' | 'share';
  /**
   * Returns the open intent, or a new intent if none is open. So repeated calls are safe
   * (rule:one-open-intent).
   */
  readonly openIntent: () => Promise<PaymentIntentView>;
  /**
   * Records the consent when the button is pressed, before the provider is called (rule:consent-when-given).
   */
  readonly consent: (paymentIntentId: string) => Promise<void>;
  /**
   * Called when the card form has reported success. The server then asks the provider whether the payment was
   * really made.
   */
  readonly confirm: (paymentIntentId: string) => Promise<PaymentResult>;
  /** Redeems a voucher. Also resolves if the server's response was lost but the voucher was redeemed. */
  readonly redeem: (voucherCode: string) => Promise<PaymentResult>;
  /**
   * Called if the payment was already made elsewhere or is no longer possible. The page behind the dialog
   * then shows the current state.
   */
  readonly refresh: () => Promise<void>;
  /**
   * Called with true when the provider has confirmed a payment that the server has not seen yet. Called with
   * false whenever a payment is ordered.
   */
  readonly onPending: (pending: boolean) => void;
}
