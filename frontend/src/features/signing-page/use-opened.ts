import { useEffect } from 'react';
import { api } from '../../lib/api.js';
import { mayHaveHappened } from '../../lib/api-error.js';
import { linkAddress } from './signing-link.js';

/**
 * Gestures that people make, but scanners and previews do not. Wheel and touch events are such gestures.
 * Scroll events are not, because a page can also scroll without a person.
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
 * Reports to the server that the link was used, as soon as a person makes the first gesture
 * (rule:link-used-is-evidence). Later gestures send no report, unless the first report may have been lost. In
 * that case, the next gesture sends the report again.
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
