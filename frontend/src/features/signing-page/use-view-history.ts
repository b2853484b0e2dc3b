import { useCallback, useEffect, useState } from 'react';

type Wanted = 'review' | 'sign';
const viewOf = (state: unknown): Wanted =>
  (state as { view?: string } | null)?.view === 'sign' ? 'sign' : 'review';

/** Reading and signing are two entries of the browser's history: its way back leads to the text, and not away. */
export function useViewHistory(): readonly [Wanted, (view: Wanted) => void] {
  const [wanted, setWanted] = useState<Wanted>('review');
  useEffect(() => {
    // A reload begins with the text.
    if (viewOf(window.history.state) === 'sign') window.history.replaceState(null, '');
    const onPopState = ({ state }: PopStateEvent) => setWanted(viewOf(state));
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, []);
  const go = useCallback((view: Wanted) => {
    const at = viewOf(window.history.state);
    if (view === 'sign' && at === 'review') window.history.pushState({ view }, '');
    if (view === 'review' && at === 'sign') window.history.back();
    setWanted(view);
  }, []);
  return [wanted, go];
}
