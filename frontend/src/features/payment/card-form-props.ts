import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import type { UseFormReturn } from 'react-hook-form';
import type { CardForm } from './card-fields.js';

/** Props of a provider's card form. */
export interface CardFormProps {
  intent: PaymentIntentView;
  onCancel: () => void;
  /**
   * Called when the user presses the pay button. If it resolves to false, the card form must not take the
   * payment, and the dialog shows the reason.
   */
  onOrder: () => Promise<boolean>;
  /**
   * Called if the provider's response was lost. The dialog then finds out whether the provider has taken the
   * payment, and shows the result.
   */
  onLost: () => Promise<void>;
  /**
   * Called if the intent was cancelled at the provider or is unknown there. The dialog requests another
   * intent and tells the user.
   */
  onGone: () => Promise<void>;
  /**
   * Called if the provider has taken the payment or may have taken it. The server then checks the payment.
   * @param isUntaken called if the server has not seen the payment. It asks the provider once more, and
   * resolves to true if nothing was taken.
   * @returns false if nothing was taken
   */
  onSucceeded: (isUntaken?: () => Promise<boolean>) => Promise<boolean>;
  /**
   * Called with `true` when the form starts to work on the payment, and with `false` when this work has
   * ended. Until then the dialog must not be closed.
   */
  onBusy: (busy: boolean) => void;
  /**
   * Called with true when the bank may ask the user for confirmation in the bank's own frame. The dialog then
   * releases the focus.
   */
  onBank: (asks: boolean) => void;
  onVoucher: () => void;
  form: UseFormReturn<CardForm>;
}
