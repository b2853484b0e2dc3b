import { useState } from 'react';

/** So many looks in a row must fail before the screen says so: one alone happens on every train. */
const SILENT_MISSES = 2;

/** Of a query: when it was last answered, in milliseconds since 1970, and how many looks have failed so far. */
export interface Looks {
  dataUpdatedAt: number;
  errorUpdateCount: number;
}

/** Whether three looks in a row have brought no answer. They are counted: time also passes where nobody looks. */
export function useLooksInVain({ dataUpdatedAt: answered, errorUpdateCount: failed }: Looks): boolean {
  const [since, setSince] = useState({ answered, failed });
  if (since.answered !== answered) setSince({ answered, failed });
  return since.answered === answered && failed - since.failed > SILENT_MISSES;
}
