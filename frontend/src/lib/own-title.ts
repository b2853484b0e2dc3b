/** On the title of a view that names itself: it is not the document's any more. */
export const OWN_TITLE = 'data-own';

export function nameView(title: string): void {
  document.title = title;
  document.querySelector('title')?.setAttribute(OWN_TITLE, '');
}
