import type { NdaView } from '@siegel/contracts/nda/view';

/** Props of the dialog in which Party 1 pays. The dialog is opened by a step of the wizard. */
export interface PaymentDialogProps {
  nda: NdaView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * Called with true when the provider has confirmed a payment that the server has not seen yet. Called with
   * false whenever a payment is ordered.
   */
  onPending: (pending: boolean) => void;
}
