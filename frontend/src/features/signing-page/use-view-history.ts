import { useCallback, useEffect, useState } from 'react';

type Wanted = 'review' | 'sign';
/**
 * Returns the view that is named in an entry of the browser's history. Undefined if the entry was created by
 * a link to an anchor, because such an entry names no view.
 */
const viewOf = (state: unknown): Wanted | undefined => (state as { view?: Wanted } | null)?.view;

/**
 * Gives the reading view and the signing view separate entries in the browser's history. The back button then
 * leads from the pad to the text instead of leaving the page.
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
