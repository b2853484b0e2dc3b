import type { NdaView } from '@siegel/contracts/nda/view';

/** What a step asks of the dialog in which Party 1 pays. */
export interface PaymentDialogProps {
  nda: NdaView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The provider said yes, and the server has not seen it yet; false where a payment is ordered (again). */
  onPending: (pending: boolean) => void;
}
