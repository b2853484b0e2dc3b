import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { PayerDialog } from '../payment/payment-dialog.js';
import { useSharePayer } from './use-share-payer.js';

export interface ShareDialogProps {
  token: string;
  link: RemoteSignatureView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * Called with true when the provider has confirmed a payment that the server has not seen yet. Called with
   * false whenever a payment is ordered.
   */
  onPending: (pending: boolean) => void;
  /** True if the link has ended. The dialog then closes, unless money may be moving. */
  over: boolean;
}

/** The dialog in which Party 2 pays its own share. It opens over the agreement's text. */
export function ShareDialog({ token, link, onPending, ...rest }: ShareDialogProps) {
  return <PayerDialog {...rest} payer={useSharePayer(token, link.amountDue, onPending)} />;
}
