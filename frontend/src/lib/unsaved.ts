import { useEffect } from 'react';

/** What a reload would lose, by who holds it. */
const held = new Map<symbol, string>();

/** In words of the page's language, each once. */
export const unsaved = (): readonly string[] => [...new Set(held.values())];

/** Notes what would be lost with this page, as long as there is something. @param what in words, or nothing */
export function useUnsaved(what: string | undefined): void {
  useEffect(() => {
    if (what === undefined) return;
    const holder = Symbol(what);
    held.set(holder, what);
    return () => {
      held.delete(holder);
    };
  }, [what]);
}
