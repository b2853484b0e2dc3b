import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { type RefObject, useEffect, useRef } from 'react';
import { nameView } from '../../lib/own-title.js';

/**
 * A view has a title of its own, and where it follows on another one it begins at its top: its heading takes the focus.
 * @param shown whether it is the view that is seen
 * @param follows whether another one was before it
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
