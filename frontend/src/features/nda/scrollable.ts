/** Lets the keyboard scroll a box with a long text. */
export function scrollable(box: HTMLElement | null): void {
  if (box !== null) box.tabIndex = 0;
}
