import { useState } from 'react';
import { currentLanguage } from '../../lib/language.js';
import { isSignature, type PadMode } from './signature-pad.js';
import type { NewSignature } from './use-sign.js';

export interface Pad {
  mode: PadMode;
  setMode: (mode: PadMode) => void;
  /** The signature that was drawn or typed in the current mode. Null while there is no valid signature. */
  newSignature: NewSignature | null;
  keep: (signature: string | null, mode: PadMode) => void;
}

/** The state of a pad for drawing and typing. Each mode keeps its signature while the other mode is shown. */
export function usePad(): Pad {
  const [mode, setMode] = useState<PadMode>('draw');
  const [kept, setKept] = useState<Readonly<Record<PadMode, string | null>>>({ draw: null, type: null });
  const signature = kept[mode];
  const kind = mode === 'draw' ? 'drawn' : 'typed';
  return {
    mode,
    setMode,
    newSignature: isSignature(signature) ? { signature, kind, consentLanguage: currentLanguage() } : null,
    keep: (drawnOrTyped, of) => setKept((before) => ({ ...before, [of]: drawnOrTyped })),
  };
}
