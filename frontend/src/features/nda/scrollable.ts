/** Makes a box with a long text scrollable by keyboard. */
export function scrollable(box: HTMLElement | null): void {
  if (box !== null) box.tabIndex = 0;
}
