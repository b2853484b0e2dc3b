import type { NdaView } from '@siegel/contracts/nda/view';

/** Props with which a step opens the dialog in which Party 1 pays. */
export interface PaymentDialogProps {
  nda: NdaView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * Called with true when the provider has confirmed a payment that the server has not seen yet, and with
   * false when a payment is ordered (again).
   */
  onPending: (pending: boolean) => void;
}
