import type { PaymentIntentView } from '@siegel/contracts/nda/view';

/** What a card or a voucher has left to pay. */
export interface Settled {
  /** Nothing is owed any more. */
  readonly done: boolean;
  /** The page behind the dialog shows it from now on. */
  readonly keep: () => void;
}

/** Who pays, and by which calls: Party 1 for its NDA, or Party 2 through its link. */
export interface Payer {
  /** Cents owed now. */
  readonly amountDue: number;
  /** What is paid for: sending to both in person, inviting as well for one or both, or Party 2's own share of it. */
  readonly words: 'sending' | 'inviting' | 'invitingForBoth' | 'share';
  /** An open intent is given again, so this may be asked any number of times (rule:one-open-intent). */
  readonly openIntent: () => Promise<PaymentIntentView>;
  /** The button that orders was pressed: recorded before the provider is asked (rule:consent-when-given). */
  readonly consent: (paymentIntentId: string) => Promise<void>;
  /** After the form has reported success: the server looks at the provider itself. */
  readonly confirm: (paymentIntentId: string) => Promise<Settled>;
  /** Also where the answer was lost and the voucher has paid all the same. */
  readonly redeem: (voucherCode: string) => Promise<Settled>;
  /** Paid meanwhile, or no longer to be paid: the page behind shows what is so now. */
  readonly refresh: () => Promise<void>;
  /** The provider said yes, and the server has not seen it yet; false where a payment is ordered (again). */
  readonly onPending: (pending: boolean) => void;
}
