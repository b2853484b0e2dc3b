import type { PaymentIntentView } from '@siegel/contracts/nda/view';

/** Result of a payment by card or voucher. */
export interface PaymentResult {
  /** True if nothing is owed any more. */
  readonly done: boolean;
  /** Shows the result in the page behind the dialog. */
  readonly showOnPage: () => void;
}

/** The payer and its calls. The payer is Party 1 for its NDA, or Party 2 through its link. */
export interface Payer {
  /** Cents owed now. */
  readonly amountDue: number;
  /**
   * The purpose of the payment. It selects the texts: the document is sent to both (in person), Party 2 is
   * also invited (Party 1 pays for one or both), or Party 2 pays its own share.
   */
  readonly words: 'sending' | 'inviting' | 'invitingForBoth' | 'share';
  /** Returns the open intent if there is one, so asking again is safe (rule:one-open-intent). */
  readonly openIntent: () => Promise<PaymentIntentView>;
  /**
   * Records the consent when the button is pressed, before the provider is asked (rule:consent-when-given).
   */
  readonly consent: (paymentIntentId: string) => Promise<void>;
  /** Called after the form has reported success. The server itself asks the provider. */
  readonly confirm: (paymentIntentId: string) => Promise<PaymentResult>;
  /** Also resolves if the answer was lost but the voucher has paid. */
  readonly redeem: (voucherCode: string) => Promise<PaymentResult>;
  /**
   * Called if the payment was made elsewhere meanwhile or is no longer possible. The page behind then shows
   * the current state.
   */
  readonly refresh: () => Promise<void>;
  /**
   * Called with true when the provider has confirmed a payment that the server has not seen yet. Called with
   * false whenever a payment is ordered.
   */
  readonly onPending: (pending: boolean) => void;
}
