import { useState } from 'react';

/**
 * Number of failed polls in a row that the screen does not mention. A single one fails on every train ride.
 */
const UNMENTIONED_FAILURES = 2;

/**
 * Part of a query's state: the time of its last answer, in milliseconds since 1970, and the number of failed
 * polls so far.
 */
export interface PollState {
  dataUpdatedAt: number;
  errorUpdateCount: number;
}

/**
 * True if three polls in a row have failed. Polls are counted, because time also passes while nothing is
 * polled.
 */
export function usePollFailing({ dataUpdatedAt: answered, errorUpdateCount: failed }: PollState): boolean {
  const [since, setSince] = useState({ answered, failed });
  if (since.answered !== answered) setSince({ answered, failed });
  return since.answered === answered && failed - since.failed > UNMENTIONED_FAILURES;
}
