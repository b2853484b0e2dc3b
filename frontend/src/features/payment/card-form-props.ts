import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import type { UseFormReturn } from 'react-hook-form';
import type { CardForm } from './card-fields.js';

/** Props of a provider's card form. */
export interface CardFormProps {
  intent: PaymentIntentView;
  onCancel: () => void;
  /**
   * Called when the pay button is pressed. Resolves to false if the card form must not take the payment. The
   * dialog then says why.
   */
  onOrder: () => Promise<boolean>;
  /**
   * Called if the provider's answer was lost. The dialog checks whether the provider has taken the payment,
   * and shows the result.
   */
  onLost: () => Promise<void>;
  /**
   * Called if the intent was cancelled at the provider or is unknown there. The dialog requests another
   * intent and tells the user.
   */
  onGone: () => Promise<void>;
  /**
   * Called if the provider has taken the payment or may have taken it. The server then checks the payment.
   * @param isUntaken called if the server has not seen the payment; asks the provider once more
   * @returns false if nothing was taken
   */
  onSucceeded: (isUntaken?: () => Promise<boolean>) => Promise<boolean>;
  /**
   * Called with true when the form begins some work, and with false when the work has ended. The dialog must
   * not be closed in between.
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
