import {
  type AppendResult,
  type EventBytes,
  type EventStore,
  EventStoreUnavailable,
  type ExpectedRevision,
} from '../../event-store/event-store.js';

/**
 * `before`: the append was lost before the store received it. `after`: the store committed it, but the answer
 * was lost. `ok`: no fault.
 */
export type Fault = 'before' | 'after' | 'ok';

/**
 * A store whose next appends fail. `faults.append` has one entry for each of these appends; the entry `ok`
 * lets an append succeed. Later appends succeed.
 */
export class FaultyStore implements Pick<EventStore, 'append' | 'readStream'> {
  /** The events of each append that was attempted. */
  readonly appended: (readonly EventBytes[])[] = [];
  /** Called once before the next append reaches the store. */
  beforeAppend: (() => Promise<unknown>) | undefined;
  private readonly faults: Fault[];

  constructor(
    private readonly store: Pick<EventStore, 'append' | 'readStream'>,
    faults: { readonly append?: readonly Fault[] },
  ) {
    this.faults = [...(faults.append ?? [])];
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventBytes[],
  ): Promise<AppendResult> {
    this.appended.push(events);
    const meanwhile = this.beforeAppend;
    this.beforeAppend = undefined;
    await meanwhile?.();
    const fault = this.faults.shift() ?? 'ok';
    if (fault === 'before') throw new EventStoreUnavailable('lost on the way there');
    const result = await this.store.append(stream, expected, events);
    if (fault === 'after') throw new EventStoreUnavailable('lost on the way back');
    return result;
  }

  readStream(...query: Parameters<EventStore['readStream']>): ReturnType<EventStore['readStream']> {
    return this.store.readStream(...query);
  }
}
