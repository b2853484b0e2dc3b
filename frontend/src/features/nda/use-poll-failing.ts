import { useState } from 'react';

/**
 * The screen does not mention this many failed polls in a row, because single polls often fail on a train.
 */
const UNMENTIONED_FAILURES = 2;

/**
 * The part of a query's state that this hook needs: the time of the last successful poll, in milliseconds
 * since 1970, and the number of all polls that have failed.
 */
export interface PollState {
  dataUpdatedAt: number;
  errorUpdateCount: number;
}

/**
 * True if three polls in a row have failed. Polls are counted instead of seconds, because time also passes
 * while nothing is polled.
 */
export function usePollFailing({ dataUpdatedAt: answered, errorUpdateCount: failed }: PollState): boolean {
  const [since, setSince] = useState({ answered, failed });
  if (since.answered !== answered) setSince({ answered, failed });
  return since.answered === answered && failed - since.failed > UNMENTIONED_FAILURES;
}
