import { isOwnName } from '@siegel/contracts/own-members';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';

/** A table with a value for each type of event. If a new type has no value, the code does not compile. */
export type ValuePerEvent<Value> = { readonly [T in NdaEvent['type']]: Value };

/** A table with a handler for each type of event. If a new type has no handler, the code does not compile. */
export type HandlerPerEvent<Rest extends readonly unknown[], Answer> = {
  readonly [T in NdaEvent['type']]: (
    event: Recorded<Extract<NdaEvent, { type: T }>>,
    ...rest: Rest
  ) => Answer;
};

/** Returns the value for a type of event; undefined if this version of the service does not know the type. */
export const valueFor = <Value>(table: ValuePerEvent<Value>, type: string): Value | undefined =>
  isOwnName(table, type) ? table[type] : undefined;

/**
 * Returns the result of the event's handler; undefined if this version of the service does not know the
 * event.
 */
export function handle<Rest extends readonly unknown[], Answer>(
  table: HandlerPerEvent<Rest, Answer>,
  event: Recorded<NdaEvent>,
  ...rest: Rest
): Answer | undefined {
  // The table and the union of events have the same keys, but the type checker cannot pair a key with its
  // event.
  const handler = valueFor(table as ValuePerEvent<unknown>, event.type) as
    | ((event: Recorded<NdaEvent>, ...rest: Rest) => Answer)
    | undefined;
  return handler?.(event, ...rest);
}
