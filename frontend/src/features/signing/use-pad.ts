import { useState } from 'react';
import { currentLanguage } from '../../lib/language.js';
import { isSignature, type PadMode } from './signature-pad.js';
import type { Made } from './use-sign.js';

export interface Pad {
  mode: PadMode;
  setMode: (mode: PadMode) => void;
  /** What was drawn or typed in this mode; null while it is no signature. */
  made: Made | null;
  keep: (signature: string | null, mode: PadMode) => void;
}

/** Drawn or typed: whoever looks at the other way keeps what was made in this one. */
export function usePad(): Pad {
  const [mode, setMode] = useState<PadMode>('draw');
  const [kept, setKept] = useState<Readonly<Record<PadMode, string | null>>>({ draw: null, type: null });
  const signature = kept[mode];
  const kind = mode === 'draw' ? 'drawn' : 'typed';
  return {
    mode,
    setMode,
    made: isSignature(signature) ? { signature, kind, consentLanguage: currentLanguage() } : null,
    keep: (made, of) => setKept((before) => ({ ...before, [of]: made })),
  };
}
