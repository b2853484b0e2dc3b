import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { NOTHING, rowAfter, type StoredRow } from '../eventsourcing/projections/fold-batch.js';
import { CurrentStates, type StateFold } from '../eventsourcing/states/current-states.js';
import { type NdaEvent, ndaIdOf, ndaStream } from '../nda/nda.events.js';
import { errorCode } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';
import { ndaProjection } from './nda.projection.js';
import type { NdaRow } from './nda-row.js';

/** What is open of a row takes up about so much. */
const OPEN_BYTES = 4_096;

/** With the revision of the stream, as the table has it: also events that mean nothing to a row move it on. */
const fold: StateFold<StoredRow<NdaRow>, NdaEvent> = {
  initial: NOTHING,
  evolve: (before, event) => {
    const after = rowAfter(ndaProjection, before, event);
    const { row, revision } = after;
    return row === undefined || row.revision === revision ? after : { ...after, row: { ...row, revision } };
  },
  isKept: ({ row }) => row !== undefined,
  bytes: ({ row }) =>
    Object.values(row?.sealed ?? {}).reduce((sum, part) => sum + part.bytes.length, OPEN_BYTES),
};

/**
 * NDAs as their streams have them now: whom they are for, and what is shown of them, is taken from here and from no row
 * of the table (rule:stream-confirms-who-may). What is personal is sealed in them as it is in a row.
 */
export class CurrentNdas {
  private readonly states: CurrentStates<StoredRow<NdaRow>, NdaEvent>;

  constructor(
    private readonly parts: {
      readonly store: Pick<EventStore, 'ends' | 'readStream'>;
      readonly journal: Pick<Journal, 'decode'>;
      readonly logger: Logger;
    },
  ) {
    this.states = new CurrentStates({ ...parts, fold });
  }

  /** Undefined where there never was one, and after an erasure. The same object as long as nothing is new. */
  async one(id: string): Promise<NdaRow | undefined> {
    return (await this.states.one(ndaStream(id))).state.row;
  }

  async isErased(id: string): Promise<boolean> {
    return (await this.states.one(ndaStream(id))).state.deleted;
  }

  /** Those of these that there are. One whose stream cannot be read is left out, which the log tells. */
  async some(ids: readonly string[]): Promise<ReadonlyMap<string, NdaRow>> {
    const states = await this.states.all(ids.map(ndaStream), (stream, error) =>
      this.parts.logger.error(
        { ndaId: ndaIdOf(stream), code: errorCode(error) },
        'a stream cannot be read: its NDA is left out of a list',
      ),
    );
    return new Map(
      [...states].flatMap(([stream, { state }]) =>
        state.row === undefined ? [] : [[ndaIdOf(stream), state.row] as const],
      ),
    );
  }
}
