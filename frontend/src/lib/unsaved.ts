import { useEffect } from 'react';

/** Input that a reload would lose, by the component that holds it. */
const held = new Map<symbol, string>();

/** Names of unsaved input in the page's language, each once. */
export const unsaved = (): readonly string[] => [...new Set(held.values())];

/**
 * Registers unsaved input while there is some.
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
