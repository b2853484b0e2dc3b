import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { useEffect, useEffectEvent, useState } from 'react';
import { cameBack } from '../../lib/came-back.js';
import { CONFIRMING_MS } from '../nda/use-late.js';
import { useReported } from '../nda/use-reported.js';
import { type ShareState, shareState } from './share.js';
import { useLook } from './use-look.js';

export interface Paying {
  share: ShareState;
  /** Confirming takes longer than it should. */
  late: boolean;
  /** The dialog. */
  open: boolean;
  /** How often it was opened: each time it is a new one. */
  opening: number;
  change: (open: boolean) => void;
  /** The provider said yes, and the server has not seen it yet; false where a payment is ordered (again). */
  report: (pending: boolean) => void;
}

/** Party 2's own share: once it is paid here, signing follows by itself (rule:share-is-paid-before-signing). */
export function usePaying(token: string, link: RemoteSignatureView, toSign: () => void): Paying {
  // Whoever comes back from the bank goes on where it was left.
  const [open, setOpen] = useState(cameBack);
  const [awaited, setAwaited] = useState(open);
  const [reported, report] = useReported(link.payment?.status);
  const [opening, setOpening] = useState(0);
  const share = shareState(link, reported);
  const late = useLook(token, share === 'confirming', CONFIRMING_MS);
  const arrived = awaited && !open && share === 'paid';
  // Once: whoever goes back to the text stays there.
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
