/** A long text in a box of its own: it must be scrollable by keyboard. */
export function scrollable(box: HTMLElement | null): void {
  if (box !== null) box.tabIndex = 0;
}
