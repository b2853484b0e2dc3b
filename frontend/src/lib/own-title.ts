/** Attribute of a title that a view has set. The title of a newly fetched document must not replace it. */
export const OWN_TITLE = 'data-own';

export function nameView(title: string): void {
  document.title = title;
  document.querySelector('title')?.setAttribute(OWN_TITLE, '');
}
