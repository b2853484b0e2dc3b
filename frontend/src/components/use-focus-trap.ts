import { type RefObject, useEffect, useRef } from 'react';

/**
 * Elements that stay usable while a dialog makes the rest of the page inert: the dialog itself, live regions
 * and frames. All frames on our pages come from other companies, such as the bank.
 */
const STAY_REACHABLE = '.dialog-backdrop, .toast-region, [aria-live], iframe';

/**
 * Makes the page behind a dialog inert.
 * @returns a function that makes the page usable again
 */
function makePageInert(): () => void {
  const reachable = [...document.querySelectorAll(STAY_REACHABLE)];
  const inertElements: Element[] = [];
  const makeInert = (parent: Element) => {
    for (const child of parent.children) {
      if (reachable.includes(child) || child.hasAttribute('inert')) continue;
      if (reachable.some((one) => child.contains(one))) makeInert(child);
      else {
        child.setAttribute('inert', '');
        inertElements.push(child);
      }
    }
  };
  makeInert(document.body);
  return () => inertElements.forEach((one) => one.removeAttribute('inert'));
}

/**
 * If the focus has left the panel, moves it back to the element of the panel that last had the focus. If that
 * element is gone, moves the focus to the panel itself.
 */
function restoreFocus(panel: HTMLElement, last: Element | null): void {
  if (panel.contains(document.activeElement)) return;
  const again = last instanceof HTMLElement && panel.contains(last) ? last : panel;
  again.focus();
}

/**
 * Traps the focus in a dialog and makes the page behind it inert, as Radix does for a modal dialog. Unlike
 * Radix, this hook can release the focus while the dialog is open. This is necessary because the bank opens a
 * frame at the end of the body, and this frame needs the focus (rule:bank-asks-beside-the-dialog). The page
 * behind the dialog stays inert even while the focus is released. Call the hook in a component inside the
 * panel, because the panel is mounted in a portal and not within the component that opened it.
 * @param holds false while the dialog releases the focus
 */
export function useFocusTrap(panelRef: RefObject<HTMLElement | null>, holds: boolean): void {
  const last = useRef<Element | null>(null);
  useEffect(makePageInert, []);
  useEffect(() => {
    const panel = panelRef.current;
    if (!holds || panel === null) return undefined;
    const staysReachable = (target: EventTarget | null) =>
      target instanceof Element && target.closest(STAY_REACHABLE) !== null;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (panel.contains(target as Node)) last.current = target as Element;
      else if (!staysReachable(target)) restoreFocus(panel, last.current);
    };
    document.addEventListener('focusin', onFocusIn);
    if (last.current !== null) restoreFocus(panel, last.current);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      last.current = document.activeElement;
    };
  }, [holds, panelRef]);
}
