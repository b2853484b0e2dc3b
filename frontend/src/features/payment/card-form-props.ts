import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import type { UseFormReturn } from 'react-hook-form';
import type { CardForm } from './card-fields.js';

/** Props of a provider's card form. */
export interface CardFormProps {
  intent: PaymentIntentView;
  onCancel: () => void;
  /**
   * Called when the button is pressed. Resolves to false if the payment must not be taken. The dialog then
   * says why.
   */
  onOrder: () => Promise<boolean>;
  /**
   * Called if the provider's answer was lost. The dialog checks whether the provider has taken the payment,
   * and shows the result.
   */
  onLost: () => Promise<void>;
  /** Called if the payment has ended at the provider. The dialog requests another payment and says so. */
  onGone: () => Promise<void>;
  /**
   * Called if the provider has taken the payment or may have taken it. The server checks.
   * @param isUntaken asks the provider once more if the server has not seen the payment
   * @returns false if nothing was taken
   */
  onSucceeded: (isUntaken?: () => Promise<boolean>) => Promise<boolean>;
  /** Called with true while work is running. The dialog must then not be closed. */
  onBusy: (busy: boolean) => void;
  /** Called with true while the bank may ask in its own frame. The dialog then releases the focus. */
  onBank: (asks: boolean) => void;
  /** Switches to the voucher. */
  onVoucher: () => void;
  form: UseFormReturn<CardForm>;
}
