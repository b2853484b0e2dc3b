import type { NewEvent, Recorded } from '../journal/event.js';
import type { Sums } from './sums.js';

/** A fold returns this to delete the row. */
export const DELETED = Symbol('deleted');

/** Placeholder in a row for a bulky column that was left in the table. */
export const NOT_LOADED: unique symbol = Symbol('not loaded');

/** Settings of rows that must be verified before a fold continues from them (rule:rows-fold-on). */
export interface RowVerification {
  /** Columns that the MAC does not cover. */
  readonly outside: readonly string[];
  /** HMAC of a text, hexadecimal. */
  readonly mac: (text: string) => string;
  /** Called for a row that no fold has written, after it was rebuilt. */
  readonly changed: (id: string) => void;
}

/**
 * A read model as a pure fold over one kind of stream: row in, row out. A recorded event is a fact: a
 * projection never rejects one, and also folds events whose payload is gone. Events arrive sealed; a row may
 * contain their sealed parts but never their plaintext. A stored row comes back as plain data: instants as
 * ISO 8601 UTC strings, bigint as number, undefined as null (see row-codec.ts). One row belongs to one
 * stream. If `fold` returns undefined, an existing row keeps its content and moves to the event's revision
 * (except for events that `only` excludes).
 */
export interface Projection<Row extends object = object, E extends NewEvent = NewEvent> {
  /** Name of the checkpoint. */
  readonly name: string;
  /**
   * Raise it when the fold changes (`app/recorded-folds.spec.ts` checks this): the backend then rebuilds the
   * table beside the old one.
   */
  readonly version: number;
  /** Table that holds the rows; its primary key column is `id`, and it has a column `revision`. */
  readonly table: string;
  /**
   * The row's properties, in the table's order. A property's column has its name in snake_case; objects are
   * stored as jsonb.
   */
  readonly columns: readonly (keyof Row & string)[];
  /**
   * Columns that only events with a sealed part change. For other events they are neither read nor written;
   * the fold finds NOT_LOADED there and must not change it.
   */
  readonly bulky?: readonly (keyof Row & string)[];
  /** True for events that change a bulky column: by default those with a sealed part. */
  readonly changesBulky?: (event: Recorded<E>) => boolean;
  /** How rows are verified before a fold continues from them; by default they are not. */
  readonly rowVerification?: RowVerification;
  /** The fold also receives events that this version does not know, and uses nothing but their place. */
  readonly takesUnknown?: true;
  readonly streamPrefix: string;
  /**
   * Types of events that create or change a row. Set it if most events do not, and if nobody waits for a
   * row's revision: all other events then cost neither a read of the row nor a commit.
   */
  readonly only?: readonly string[];
  /** Numbers over all rows. Bulky columns add nothing to them. */
  readonly sums?: Sums<Row>;
  /**
   * Converts events before they are folded, if the fold needs more than the log contains: keyed index entries
   * of the sealed part, or a number. It must not put the plaintext into a row.
   */
  readonly prepare?: (events: readonly Recorded[]) => Promise<readonly Recorded<E>[]>;
  readonly id: (event: Recorded<E>) => string;
  readonly fold: (row: Row | undefined, event: Recorded<E>) => Row | undefined | typeof DELETED;
}

/** True if a user may wait for a row's revision: then no event may be delayed. */
export const isAwaited = ({ only }: Pick<Projection, 'only'>): boolean => only === undefined;

export interface ReadYourWrites {
  /**
   * Resolves true once the row with this id has at least `revision` (or is deleted), written by any backend.
   * It is woken by the projection or by its own polling. Resolves false after `timeoutMs` (2000 by default);
   * the caller then folds the stream itself (rule:read-your-writes).
   */
  waitFor(projection: string, id: string, revision: number, timeoutMs?: number): Promise<boolean>;
}

/** Name of the lease that the writer of a projection's table holds. */
export const projectionLease = (projection: string): string => `projection:${projection}`;
