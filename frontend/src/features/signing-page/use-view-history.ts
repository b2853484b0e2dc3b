import { useCallback, useEffect, useState } from 'react';

type Wanted = 'review' | 'sign';
/** The view of an entry in the browser's history; undefined for an anchor, whose entry names no view. */
const viewOf = (state: unknown): Wanted | undefined => (state as { view?: Wanted } | null)?.view;

/**
 * Makes reading and signing two entries of the browser's history: its back button leads to the text, and not
 * away.
 */
export function useViewHistory(): readonly [Wanted, (view: Wanted) => void] {
  const [wanted, setWanted] = useState<Wanted>('review');
  useEffect(() => {
    // A reload begins with the text.
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
