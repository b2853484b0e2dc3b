import { useEffect } from 'react';

/** Names of the data that a reload would lose. Each key identifies the component that holds the data. */
const held = new Map<symbol, string>();

/** Returns the names of the data that a reload would lose, in the page's language, each once. */
export const unsaved = (): readonly string[] => [...new Set(held.values())];

/**
 * Registers data that a reload would lose. The registration ends when there is no such data any more.
 * @param what the name of the data in the page's language; undefined if there is no such data
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
