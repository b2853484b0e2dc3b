import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import type { WrittenEvent } from '../../eventsourcing/journal/chained-and-marked.js';
import type { EventToPut, StreamRewrite } from '../../eventsourcing/event-store/postgres/rewrite-stream.js';
import type { RepairPlan } from './plan-repair.js';
import type { StreamFacts, StreamPlace } from './stream-facts.js';

/** A plan with the places of its events in the log. */
export interface PlacedPlan {
  readonly plan: RepairPlan;
  /** Revisions of sound events that are in the wrong place of the log. */
  readonly outOfOrder: readonly number[];
  /** Rows that are taken out: those of the plan, and those that are written again at another place. */
  readonly removed: readonly UntrustedEvent[];
  readonly put: readonly EventToPut[];
  readonly madeRoom: StreamRewrite['madeRoom'];
  /** Events that are put back, and whose id a row of another stream has. */
  readonly elsewhere: readonly { readonly revision: number; readonly at: StreamPlace }[];
}

/** A store whose streams can be repaired. */
export interface RepairStore {
  /** False if nothing can be taken out or replaced. */
  readonly canRewrite: boolean;
  place(facts: StreamFacts, plan: RepairPlan): Promise<PlacedPlan>;
  /**
   * Carries out the plan, as a whole or not at all where the store can do so.
   * @param ending the event that ends the stream, if the plan ends it by one
   * @throws StreamChanged if the stream is no longer as it was when the plan was made
   */
  apply(facts: StreamFacts, placed: PlacedPlan, ending: WrittenEvent | undefined): Promise<void>;
}
