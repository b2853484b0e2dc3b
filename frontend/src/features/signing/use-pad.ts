import { useState } from 'react';
import { isSignature, type PadMode } from './signature-pad.js';

export interface Pad {
  mode: PadMode;
  setMode: (mode: PadMode) => void;
  /** What was made in this way, as a data URL of a PNG; null while it is no signature. */
  signature: string | null;
  keep: (signature: string | null, mode: PadMode) => void;
}

/** Drawn or typed: whoever looks at the other way keeps what was made in this one. */
export function usePad(): Pad {
  const [mode, setMode] = useState<PadMode>('draw');
  const [made, setMade] = useState<Readonly<Record<PadMode, string | null>>>({ draw: null, type: null });
  return {
    mode,
    setMode,
    signature: isSignature(made[mode]) ? made[mode] : null,
    keep: (signature, of) => setMade((before) => ({ ...before, [of]: signature })),
  };
}
