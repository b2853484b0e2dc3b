import type { NewEvent, Recorded } from '../journal/event.js';
import type { Sums } from './sums.js';

/** Returned by a fold to delete the row. */
export const DELETED = Symbol('deleted');

/** Value of a bulky column that was not loaded from the table. */
export const NOT_LOADED: unique symbol = Symbol('not loaded');

/** How rows are verified before a fold continues from them (rule:rows-fold-on). */
export interface RowVerification {
  /** Columns that the MAC does not cover. */
  readonly outside: readonly string[];
  /** Returns the HMAC of a text, hexadecimal. */
  readonly mac: (text: string) => string;
  /** Called for a row that no fold has written, after the row was rebuilt. */
  readonly changed: (id: string) => void;
}

/**
 * A read model as a pure fold over one kind of stream. The fold turns a row and an event into the next row.
 * The fold must accept every recorded event, even an event whose payload is gone. The fold gets sealed
 * events. A row may contain their sealed parts but never their plaintext. The fold gets a stored row as plain
 * data: instants are ISO 8601 UTC strings, bigint is a number, undefined is null (see row-codec.ts). One row
 * belongs to one stream. If `fold` returns undefined, an existing row keeps its content and moves to the
 * event's revision. An event that `only` excludes does not move a row.
 */
export interface Projection<Row extends object = object, E extends NewEvent = NewEvent> {
  /** Name of the projection and of its checkpoint. */
  readonly name: string;
  /**
   * Raise this version when the fold changes (`app/recorded-folds.spec.ts` checks it). The backend then
   * rebuilds the table beside the old one.
   */
  readonly version: number;
  /** Table that holds the rows. Its primary key is the column `id`, and it has a column `revision`. */
  readonly table: string;
  /**
   * The row's properties, in the order of the table's columns. A column's name is the property's name in
   * snake_case. Objects are stored as jsonb.
   */
  readonly columns: readonly (keyof Row & string)[];
  /**
   * Columns that only events with a sealed part change (see `changesBulky`). Any other event is folded
   * without reading or writing these columns. The fold of such an event may find NOT_LOADED in these columns,
   * and must not change them.
   */
  readonly bulky?: readonly (keyof Row & string)[];
  /** True for events that change a bulky column. By default these are the events with a sealed part. */
  readonly changesBulky?: (event: Recorded<E>) => boolean;
  /** How rows are verified before a fold continues from them. By default they are not verified. */
  readonly rowVerification?: RowVerification;
  /**
   * True if the fold also receives events that this version does not know. The fold uses only the place of
   * such an event.
   */
  readonly takesUnknown?: true;
  readonly streamPrefix: string;
  /**
   * Types of events that create or change a row. Set this if most events do not change a row, and if nobody
   * waits for a row's revision. All other events then cause neither a read of the row nor a commit.
   */
  readonly only?: readonly string[];
  /** Sums over all rows. Bulky columns are not part of any sum. */
  readonly sums?: Sums<Row>;
  /**
   * Converts events before they are folded, if the fold needs more than the log contains. Examples are keyed
   * index entries for the sealed part, or a number from a sequence. This function must not put plaintext into
   * a row.
   */
  readonly prepare?: (events: readonly Recorded[]) => Promise<readonly Recorded<E>[]>;
  readonly id: (event: Recorded<E>) => string;
  readonly fold: (row: Row | undefined, event: Recorded<E>) => Row | undefined | typeof DELETED;
}

/** True if a user may wait for a row's revision. Then every event has to be folded without delay. */
export const isAwaited = ({ only }: Pick<Projection, 'only'>): boolean => only === undefined;

export interface ReadYourWrites {
  /**
   * Resolves with true once any backend has written the row with this id at `revision` or later, or has
   * deleted it. A signal from the projection ends the wait. If the signal is lost, polling ends the wait.
   * Resolves with false after `timeoutMs` (2000 by default). The caller then folds the stream itself
   * (rule:read-your-writes).
   */
  waitFor(projection: string, id: string, revision: number, timeoutMs?: number): Promise<boolean>;
}

/** Returns the name of the lease that a writer of the projection's table must hold. */
export const projectionLease = (projection: string): string => `projection:${projection}`;
