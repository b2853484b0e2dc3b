export type PagerItem = number | 'gap';

/**
 * Returns the items of a pager: the first and the last page, the current page with its neighbours, and an
 * ellipsis wherever two or more pages are left out (rule:lists-are-paged). Page numbers begin at 1.
 */
export function pagerItems(current: number, pages: number): PagerItem[] {
  const wanted = new Set(
    [1, pages, current - 1, current, current + 1].filter((page) => page >= 1 && page <= pages),
  );
  const shown = Array.from(wanted).sort((a, b) => a - b);
  const items: PagerItem[] = [];
  let previous = 0;
  for (const page of shown) {
    if (page - previous === 2) items.push(page - 1);
    else if (page - previous > 2) items.push('gap');
    items.push(page);
    previous = page;
  }
  return items;
}
