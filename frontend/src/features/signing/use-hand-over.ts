import type { NdaView } from '@siegel/contracts/nda/view';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { invitationPhase } from '../invitation/invitation-state.js';
import { isSignedHere, turnOf } from './turn.js';

/** Name of the view that step 4 shows. @param reported paid here, and the server has not seen it yet */
export function viewOf(nda: NdaView, reported: boolean): string {
  if (isSignedHere(nda)) return turnOf(nda) === 'party1' ? 'party1' : 'party2';
  const phase = invitationPhase(nda);
  if (phase !== 'none' && phase !== 'cancelled') return 'invited';
  if (nda.amountDue === 0) return 'owed';
  return reported ? 'reported' : 'due';
}

const CONTROLS = 'button, a, input, canvas';

/**
 * Begins the screen at its top again when a press replaces the view and the pressed control is gone with the
 * old one. The person who takes over the device then reads who signs now, that the signature binds, and what
 * it is about. A control that is still there keeps the focus.
 * @param covered true while a dialog lies over the view
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
  // Not every browser gives the focus to a button that is clicked.
  const note = ({ target }: SyntheticEvent) => {
    if (target instanceof Element) used.current = target.closest(CONTROLS) ?? target;
  };
  return { ref: top, onFocus: note, onClick: note };
}
