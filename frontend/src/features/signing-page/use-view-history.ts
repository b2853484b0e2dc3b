import { useCallback, useEffect, useState } from 'react';

type Wanted = 'review' | 'sign';
/**
 * Returns the view that an entry of the browser's history names. Undefined for an anchor, because its entry
 * names no view.
 */
const viewOf = (state: unknown): Wanted | undefined => (state as { view?: Wanted } | null)?.view;

/**
 * Makes reading and signing two entries of the browser's history. So the back button leads from the pad to
 * the text and does not leave the page.
 */
export function useViewHistory(): readonly [Wanted, (view: Wanted) => void] {
  const [wanted, setWanted] = useState<Wanted>('review');
  useEffect(() => {
    // After a reload the page begins with the text.
    window.history.replaceState({ view: 'review' }, '');
    const onPopState = ({ state }: PopStateEvent) => setWanted((before) => viewOf(state) ?? before);
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, []);
  const go = useCallback((view: Wanted) => {
    const at = viewOf(window.history.state);
    if (view === 'review' && at === 'sign') window.history.back();
    else if (view !== at) window.history.pushState({ view }, '');
    setWanted(view);
  }, []);
  return [wanted, go];
}
