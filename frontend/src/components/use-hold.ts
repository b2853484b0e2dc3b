import { type RefObject, useEffect, useRef } from 'react';

/** What stays within reach beside a dialog: what is read out, and frames, of which the page itself has none. */
const BESIDE = '.dialog-backdrop, .toast-region, [aria-live], iframe';

/** Takes the page behind a dialog out of reach. @returns gives it back */
function stillPage(): () => void {
  const beside = [...document.querySelectorAll(BESIDE)];
  const stilled: Element[] = [];
  const still = (parent: Element) => {
    for (const child of parent.children) {
      if (beside.includes(child) || child.hasAttribute('inert')) continue;
      if (beside.some((one) => child.contains(one))) still(child);
      else {
        child.setAttribute('inert', '');
        stilled.push(child);
      }
    }
  };
  still(document.body);
  return () => stilled.forEach((one) => one.removeAttribute('inert'));
}

/** The focus that left the panel comes back to where it was, or to the panel. */
function takeBack(panel: HTMLElement, last: Element | null): void {
  if (panel.contains(document.activeElement)) return;
  const again = last instanceof HTMLElement && panel.contains(last) ? last : panel;
  again.focus();
}

/**
 * Holds the focus in a dialog and the page behind it still, as Radix does for a modal one, but so that it can let go
 * while the dialog is open: for a frame that the bank opens at the end of the body (rule:bank-asks-beside-the-dialog).
 * The page behind stays out of reach then too.
 * To be called within the panel, which lies elsewhere than what opened it.
 * @param holds false while the dialog lets go
 */
export function useHold(panelRef: RefObject<HTMLElement | null>, holds: boolean): void {
  const last = useRef<Element | null>(null);
  useEffect(stillPage, []);
  useEffect(() => {
    const panel = panelRef.current;
    if (!holds || panel === null) return undefined;
    const isBeside = (target: EventTarget | null) =>
      target instanceof Element && target.closest(BESIDE) !== null;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (panel.contains(target as Node)) last.current = target as Element;
      else if (!isBeside(target)) takeBack(panel, last.current);
    };
    document.addEventListener('focusin', onFocusIn);
    if (last.current !== null) takeBack(panel, last.current);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      last.current = document.activeElement;
    };
  }, [holds, panelRef]);
}
