import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { useEffect, useEffectEvent, useState } from 'react';
import { isPaymentReturn } from '../../lib/is-payment-return.js';
import { CONFIRMING_MS } from '../nda/use-is-late.js';
import { usePaymentReported } from '../nda/use-payment-reported.js';
import { type ShareState, shareState } from './share.js';
import { useLinkPoll } from './use-link-poll.js';

export interface Paying {
  share: ShareState;
  /** True if the confirmation of the payment takes longer than it should. */
  late: boolean;
  /** True while the dialog is open. */
  open: boolean;
  /** Number of times the dialog was opened. Each opening mounts a new dialog. */
  opening: number;
  change: (open: boolean) => void;
  /**
   * Called with true when the provider has confirmed a payment that the server has not seen yet. Called with
   * false whenever a payment is ordered.
   */
  report: (pending: boolean) => void;
}

/**
 * Lets Party 2 pay its own share. When Party 2 has paid on this page, the view for signing opens
 * automatically (rule:share-is-paid-before-signing).
 */
export function usePaying(token: string, link: RemoteSignatureView, toSign: () => void): Paying {
  // A user who returns from the bank continues in the dialog.
  const [open, setOpen] = useState(isPaymentReturn);
  const [awaited, setAwaited] = useState(open);
  const [reported, report] = usePaymentReported(link.payment?.status);
  const [opening, setOpening] = useState(0);
  const share = shareState(link, reported);
  const late = useLinkPoll(token, share === 'confirming', CONFIRMING_MS);
  const arrived = awaited && !open && share === 'paid';
  // The view for signing opens automatically only once. A user who then goes back to the text stays there.
  const goOn = useEffectEvent(toSign);
  useEffect(() => {
    if (arrived) goOn();
  }, [arrived]);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setOpening(opening + 1);
    setAwaited(next || share === 'paid' || share === 'confirming');
  };
  return { share, late, open, opening, change, report };
}
