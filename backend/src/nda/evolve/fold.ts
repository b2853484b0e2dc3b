import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

export type RecordedNda<T extends NdaEvent['type']> = Recorded<Extract<NdaEvent, { type: T }>>;

/**
 * Returns the members of the state that an event changes. A fold never throws, and also works without
 * `personal`.
 */
export type Fold<T extends NdaEvent['type']> = (state: NdaState, event: RecordedNda<T>) => Partial<NdaState>;
export type Folds = { readonly [Type in NdaEvent['type']]: Fold<Type> };

/** Appends the item unless the list contains it. */
export const adding = <T>(list: readonly T[], item: T): readonly T[] =>
  list.includes(item) ? list : [...list, item];
