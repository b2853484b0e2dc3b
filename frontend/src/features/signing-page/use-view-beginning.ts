import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { type RefObject, useEffect, useRef } from 'react';
import { nameView } from '../../lib/own-title.js';

/**
 * Gives a view its own title. If another view was shown before, scrolls to the top and focuses the heading of
 * the new view.
 * @param shown true if this view is visible
 * @param follows true if another view came before
 */
export function useViewBeginning(
  title: string,
  shown: boolean,
  follows: boolean,
): RefObject<HTMLDivElement | null> {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown) nameView(`${title} | ${PRODUCT_NAME}`);
  }, [title, shown]);
  useEffect(() => {
    if (!shown || !follows) return;
    window.scrollTo(0, 0);
    top.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [shown, follows]);
  return top;
}
