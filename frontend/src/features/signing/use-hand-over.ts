import type { NdaView } from '@siegel/contracts/nda/view';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { invitationPhase } from '../invitation/invitation-state.js';
import { isSignedHere, turnOf } from './turn.js';

/**
 * Returns the name of the view that step 4 shows.
 * @param reported true if Party 1 has paid here and the server has not seen the payment yet
 */
export function viewOf(nda: NdaView, reported: boolean): string {
  if (isSignedHere(nda)) return turnOf(nda) === 'party1' ? 'party1' : 'party2';
  const phase = invitationPhase(nda);
  if (phase !== 'none' && phase !== 'cancelled') return 'invited';
  if (nda.amountDue === 0) return 'owed';
  return reported ? 'reported' : 'due';
}

const CONTROLS = 'button, a, input, canvas';

/**
 * Moves the focus to the heading and scrolls to the top when the user's press replaces the view and the
 * pressed control disappears. The person who takes over the device then reads who signs now, that the
 * signature binds, and what the agreement is about. If the pressed control stays, it keeps the focus.
 * @param covered true while a dialog covers the view
 */
export function useHandOver(view: string, covered: boolean) {
  const top = useRef<HTMLDivElement>(null);
  const used = useRef<Element>(null);
  const shown = useRef(view);
  useEffect(() => {
    if (covered || shown.current === view) return;
    shown.current = view;
    const isGone = used.current?.isConnected === false && document.activeElement === document.body;
    if (!isGone) return;
    top.current?.querySelector('h1')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [view, covered]);
  // Clicks are recorded too, because not every browser focuses a clicked button.
  const note = ({ target }: SyntheticEvent) => {
    if (target instanceof Element) used.current = target.closest(CONTROLS) ?? target;
  };
  return { ref: top, onFocus: note, onClick: note };
}
