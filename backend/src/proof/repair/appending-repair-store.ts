import type { EventStore } from '../../eventsourcing/event-store/event-store.js';
import { StreamDeletedForGood, WrongExpectedRevision } from '../../eventsourcing/event-store/event-store.js';
import { StreamChanged } from '../../eventsourcing/event-store/postgres/rewrite-stream.js';
import type { WrittenEvent } from '../../eventsourcing/journal/chained-and-marked.js';
import type { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import type { RepairPlan } from './plan-repair.js';
import type { PlacedPlan, RepairStore } from './repair-store.js';
import type { StreamFacts } from './stream-facts.js';
import { withMac } from './traces.js';

/** Repairs streams in a store to which one can only append (EventStoreDB). */
export class AppendingRepairStore implements RepairStore {
  readonly canRewrite = false;

  constructor(
    private readonly store: Pick<EventStore, 'append'>,
    private readonly keys: Pick<AppendKeys, 'markOf'>,
  ) {}

  async place({ stream }: StreamFacts, plan: RepairPlan): Promise<PlacedPlan> {
    const put = plan.putBack.map(({ revision, hash, event }) => ({
      revision,
      event: withMac({ stream, revision, hash }, event, this.keys),
      position: undefined,
    }));
    return { plan, outOfOrder: [], removed: [], put, madeRoom: [], elsewhere: [] };
  }

  async apply({ stream }: StreamFacts, { put }: PlacedPlan, ending: WrittenEvent | undefined): Promise<void> {
    const events = [...put.map(({ event }) => event), ...(ending === undefined ? [] : [ending])].map(
      ({ id, type, data, metadata }) => ({ id, type, data, metadata }),
    );
    const first = put[0]?.revision ?? ending?.revision;
    if (first === undefined) return;
    try {
      await this.store.append(stream, first === 0 ? 'no-stream' : first - 1, events);
    } catch (error) {
      // Nothing can be stored behind the last event any more. The record alone ends the stream.
      if (error instanceof StreamDeletedForGood && put.length === 0) return;
      throw error instanceof WrongExpectedRevision ? new StreamChanged(stream) : error;
    }
  }
}
