import { useEffect } from 'react';

/** Things that a reload would lose, by the component that holds them. */
const held = new Map<symbol, string>();

/** Their names in the page's language, each once. */
export const unsaved = (): readonly string[] => [...new Set(held.values())];

/**
 * Registers a thing that a reload would lose, as long as there is one.
 * @param what its name in the page's language; undefined if there is none
 */
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
