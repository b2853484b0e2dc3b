import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import type { UseFormReturn } from 'react-hook-form';
import type { CardForm } from './card-fields.js';

/** What a provider's card form is given. */
export interface CardFormProps {
  intent: PaymentIntentView;
  onCancel: () => void;
  /** The button was pressed. False where this payment is not to be taken: the dialog says why. */
  onOrder: () => Promise<boolean>;
  /** No answer came of the provider: the dialog looks whether it has taken the payment, and says so. */
  onLost: () => Promise<void>;
  /** The payment is over at the provider: the dialog asks for another, and says so. */
  onGone: () => Promise<void>;
  /**
   * The provider has taken the payment, or may have: the server looks.
   * @param isUntaken asks the provider once more, where the server has not seen it
   * @returns false where nothing was taken
   */
  onSucceeded: (isUntaken?: () => Promise<boolean>) => Promise<boolean>;
  /** Work is under way: the dialog must not be closed. */
  onBusy: (busy: boolean) => void;
  /** The bank may ask in a frame of its own: the dialog lets go meanwhile. */
  onBank: (asks: boolean) => void;
  /** To the other way to pay. */
  onVoucher: () => void;
  form: UseFormReturn<CardForm>;
}
