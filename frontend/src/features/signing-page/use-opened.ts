import { useEffect } from 'react';
import { api } from '../../lib/api.js';
import { mayHaveHappened } from '../../lib/api-error.js';
import { linkAddress } from './signing-link.js';

/**
 * Gestures that people make, but scanners and previews do not. Scrolling is not one of these gestures,
 * because a page can also scroll without a person. Wheel and touch are.
 */
const GESTURES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

function onFirstGesture(act: () => void): () => void {
  const end = () => {
    for (const gesture of GESTURES) window.removeEventListener(gesture, once, true);
  };
  const once = () => {
    end();
    act();
  };
  for (const gesture of GESTURES) window.addEventListener(gesture, once, { capture: true, passive: true });
  return end;
}

/**
 * With a person's first gesture, reports to the server once that the link was used
 * (rule:link-used-is-evidence). If the report may have been lost, the next gesture repeats it.
 */
export function useOpened(token: string, open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    let end = onFirstGesture(tell);
    function tell(): void {
      api.post<void>(`${linkAddress(token)}/opened`).catch((failure: unknown) => {
        if (mayHaveHappened(failure)) end = onFirstGesture(tell);
      });
    }
    return () => end();
  }, [token, open]);
}
