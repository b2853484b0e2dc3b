/** Put on what is to have the first focus in a dialog; else it is the first field. */
export const FIRST_FOCUS = { 'data-first-focus': '' } as const;

const FIRST = [
  '[data-first-focus]',
  '.dialog-body :is(input, select, textarea):not([type="hidden"]):not(:disabled)',
];

const firstIn = (panel: HTMLElement): HTMLElement | undefined =>
  FIRST.map((selector) => panel.querySelector<HTMLElement>(selector)).find((element) => element !== null) ??
  undefined;

/**
 * Gives a dialog its first focus. Where its fields come later (they are loaded, or a payment is prepared first)
 * the dialog itself has the focus until then, so that its title is read out and Tab begins at its top. Whoever
 * has moved on meanwhile is not called back.
 */
export function focusFirst(panel: HTMLElement): void {
  const first = firstIn(panel);
  (first ?? panel).focus();
  if (first !== undefined) return;
  // It goes with the panel that it watches.
  const observer = new MutationObserver(() => {
    const waiting = document.activeElement === panel;
    const late = firstIn(panel);
    if (waiting && late === undefined) return;
    observer.disconnect();
    if (waiting) late?.focus();
  });
  observer.observe(panel, { childList: true, subtree: true });
}
