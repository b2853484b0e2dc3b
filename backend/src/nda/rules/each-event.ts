import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';

/** Something for each type of event: what a new type has does not compile until it is written down. */
export type ForEachEvent<Value> = { readonly [T in NdaEvent['type']]: Value };

/** A question that each type of event answers in its own way: a new type does not compile until it does. */
export type AskedOfEachEvent<Rest extends readonly unknown[], Answer> = {
  readonly [T in NdaEvent['type']]: (
    event: Recorded<Extract<NdaEvent, { type: T }>>,
    ...rest: Rest
  ) => Answer;
};

/** Undefined of an event that this version of the service does not know. */
export const forEvent = <Value>(table: ForEachEvent<Value>, type: string): Value | undefined =>
  Object.hasOwn(table, type) ? table[type as NdaEvent['type']] : undefined;

/** What the table says of this event; undefined of one that this version of the service does not know. */
export function askedOf<Rest extends readonly unknown[], Answer>(
  table: AskedOfEachEvent<Rest, Answer>,
  event: Recorded<NdaEvent>,
  ...rest: Rest
): Answer | undefined {
  // The table and the union of events have the same keys; only the pairing of one key with its own event is beyond
  // the checker.
  const ask = forEvent(table as ForEachEvent<unknown>, event.type) as
    | ((event: Recorded<NdaEvent>, ...rest: Rest) => Answer)
    | undefined;
  return ask?.(event, ...rest);
}
