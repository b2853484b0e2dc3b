import { useEffect } from 'react';
import { api } from '../../lib/api.js';
import { mayHaveHappened } from '../../lib/api-error.js';
import { linkAddress } from './signing-link.js';

/** What people do, and neither a scanner nor a preview does. A page scrolls by itself too: wheel and touch do not. */
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
 * Tells the server with the first gesture of a person that the link was used, once (rule:link-used-is-evidence). Where
 * that could not be said, the next gesture says it.
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
