import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import type { UseFormReturn } from 'react-hook-form';
import type { CardForm } from './card-fields.js';

/** Props of a provider's card form. */
export interface CardFormProps {
  intent: PaymentIntentView;
  onCancel: () => void;
  /**
   * Called when the button is pressed. Resolves to false if this payment must not be taken; the dialog says
   * why.
   */
  onOrder: () => Promise<boolean>;
  /** The provider's answer was lost: the dialog checks whether it has taken the payment, and says so. */
  onLost: () => Promise<void>;
  /** The payment has ended at the provider: the dialog requests another one, and says so. */
  onGone: () => Promise<void>;
  /**
   * The provider has taken the payment, or may have: the server checks.
   * @param isUntaken asks the provider once more, if the server has not seen the payment
   * @returns false if nothing was taken
   */
  onSucceeded: (isUntaken?: () => Promise<boolean>) => Promise<boolean>;
  /** Work is under way: the dialog must not be closed. */
  onBusy: (busy: boolean) => void;
  /** The bank may ask in a frame of its own: meanwhile the dialog releases the focus. */
  onBank: (asks: boolean) => void;
  /** Switches to the voucher. */
  onVoucher: () => void;
  form: UseFormReturn<CardForm>;
}
