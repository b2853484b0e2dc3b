import { useState } from 'react';

/** So many looks in a row must fail before the screen says so: one alone happens on every train. */
const SILENT_MISSES = 2;

export interface Looks {
  /** When one was last answered, in milliseconds since 1970. */
  answered: number;
  /** How many have failed so far. */
  failed: number;
}

/** Whether three looks in a row have brought no answer. They are counted: time also passes where nobody looks. */
export function useLooksInVain({ answered, failed }: Looks): boolean {
  const [since, setSince] = useState({ answered, failed });
  if (since.answered !== answered) setSince({ answered, failed });
  return since.answered === answered && failed - since.failed > SILENT_MISSES;
}
