import type { Position } from '../eventsourcing/event-store/event-store.js';
import { type FoundPlaces, NOTHING_FOUND } from './broken-places.js';
import { NONE_SEEN, type SeenCheckpoints } from './checkpoint-comparison.js';
import { type Displaced, NONE_DISPLACED } from './leaf-alignment.js';

/** State of a pass over the log between two batches. A later pass can continue from it. */
export interface PassState {
  /** Position up to which everything was verified; null before the first event. */
  readonly position: Position | null;
  readonly events: number;
  /** Number of other programs' events that were skipped. */
  readonly foreign: number;
  /** Number of leaves at the start of the pass. Later events are compared only with their stream's chain. */
  readonly size: number;
  /** Number of verified leaves. `edge` is the right edge of the tree over these leaves. */
  readonly leaves: number;
  readonly edge: readonly Buffer[];
  /** True if the leaves do not give the root that was signed. */
  readonly isLost: boolean;
  readonly checkpoints: SeenCheckpoints;
  readonly displaced: Displaced;
  readonly found: FoundPlaces;
}

/** The state of a pass before its first batch, over a tree of `size` leaves. */
export const beginningOver = (size: number): PassState => ({
  position: null,
  events: 0,
  foreign: 0,
  size,
  leaves: 0,
  edge: [],
  isLost: false,
  checkpoints: NONE_SEEN,
  displaced: NONE_DISPLACED,
  found: NOTHING_FOUND,
});
