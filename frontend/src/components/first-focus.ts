/**
 * Properties to spread on the element that gets a dialog's first focus. If no element has them, the dialog's
 * first field gets the focus.
 */
export const FIRST_FOCUS = { 'data-first-focus': '' } as const;

const FIRST = [
  '[data-first-focus]',
  '.dialog-body :is(input, select, textarea):not([type="hidden"]):not(:disabled)',
];

const firstIn = (panel: HTMLElement): HTMLElement | undefined =>
  FIRST.map((selector) => panel.querySelector<HTMLElement>(selector)).find((element) => element !== null) ??
  undefined;

/**
 * Gives a dialog its first focus. If the dialog's fields appear later, for example because they are still
 * loading, the dialog itself has the focus until then. So screen readers announce the dialog's title, and the
 * Tab key begins at the dialog's top. If the person moves the focus before the fields appear, the focus stays
 * where the person put it.
 */
export function focusFirst(panel: HTMLElement): void {
  const first = firstIn(panel);
  (first ?? panel).focus();
  if (first !== undefined) return;
  // The observer is removed with the panel that it watches.
  const observer = new MutationObserver(() => {
    const waiting = document.activeElement === panel;
    const late = firstIn(panel);
    if (waiting && late === undefined) return;
    observer.disconnect();
    if (waiting) late?.focus();
  });
  observer.observe(panel, { childList: true, subtree: true });
}
