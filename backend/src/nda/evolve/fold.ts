import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

export type RecordedNda<T extends NdaEvent['type']> = Recorded<Extract<NdaEvent, { type: T }>>;

/** What an event changes in the state. It never refuses, and holds when `personal` is gone. */
export type Fold<T extends NdaEvent['type']> = (state: NdaState, event: RecordedNda<T>) => Partial<NdaState>;
export type Folds = { readonly [Type in NdaEvent['type']]: Fold<Type> };

/** Appends what is not in the list yet. */
export const adding = <T>(list: readonly T[], item: T): readonly T[] =>
  list.includes(item) ? list : [...list, item];
