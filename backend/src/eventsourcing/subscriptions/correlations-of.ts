import type { StoredEvent } from '../trust/authenticate.js';
import type { Journal } from '../journal/journal.js';

/** Returns the correlation ids of the events, in the order of the events and without duplicates. */
export const correlationsOf = (
  journal: Pick<Journal, 'decode'>,
  events: readonly StoredEvent[],
): readonly string[] => [
  ...new Set(events.map((event) => journal.decode(event).correlationId).filter((id) => id !== '')),
];
