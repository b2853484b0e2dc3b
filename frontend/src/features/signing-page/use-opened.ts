import { useEffect } from 'react';
import { api } from '../../lib/api.js';
import { mayHaveHappened } from '../../lib/api-error.js';
import { linkAddress } from './signing-link.js';

/**
 * Gestures that people make, and neither a scanner nor a preview does. A page also scrolls by itself, so
 * scrolling does not count; wheel and touch do.
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
 * Reports to the server that the link was used, once, with the first gesture of a person
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
