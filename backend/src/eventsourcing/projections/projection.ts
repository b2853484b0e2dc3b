import type { NewEvent, Recorded } from '../journal/event.js';
import type { Sums } from './sums.js';

/** Return this from a handler to delete the row. */
export const DELETED = Symbol('deleted');

/** Stands in a row for a bulky part that was left in the table. */
export const NOT_LOADED: unique symbol = Symbol('not loaded');

/** Rows that a fold goes on from only where they are as a fold left them (rule:rows-fold-on). */
export interface FoldsOn {
  /** Columns that the MAC does not cover. */
  readonly outside: readonly string[];
  /** HMAC of a text, hexadecimal. */
  readonly mac: (text: string) => string;
  /** Called for a row that is not as a fold left it, after it was made anew. */
  readonly changed: (id: string) => void;
}

/**
 * A read model as a pure fold over one kind of stream: row in, row out. A recorded event is a fact: a
 * projection never rejects one, and folds events whose payload is gone. Events arrive still sealed; a row may
 * carry their blobs but never their plaintext. A stored row comes back as plain data: instants as ISO 8601
 * UTC strings, bigint as number, what was undefined as null (see row-codec.ts). One row belongs to one
 * stream. `fold` returning undefined leaves an existing row as it is, at the event's revision (`only` aside).
 */
export interface Projection<Row extends object = object, E extends NewEvent = NewEvent> {
  /** Name of the checkpoint. */
  readonly name: string;
  /**
   * Raised when the fold changes, which `app/recorded-folds.spec.ts` holds: the backend then rebuilds it beside the
   * old one.
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
   * Columns that only events with a sealed part change: for others they are neither read nor written, and the
   * fold, which must leave them alone, finds NOT_LOADED there.
   */
  readonly bulky?: readonly (keyof Row & string)[];
  /** Events that change a bulky column: those with a sealed part by default. */
  readonly changesBulky?: (event: Recorded<E>) => boolean;
  /** How rows are proven before a fold goes on from them; by default they are believed. */
  readonly foldsOn?: FoldsOn;
  /** The fold is given events that this version does not know too, and takes nothing but their place from them. */
  readonly takesUnknown?: true;
  readonly streamPrefix: string;
  /**
   * The types of events that make or change a row, where most do not and nobody waits for a row to be at a revision:
   * others cost neither a look at the row nor a commit.
   */
  readonly only?: readonly string[];
  /** Numbers over all rows. A row adds nothing by its bulky columns. */
  readonly sums?: Sums<Row>;
  /**
   * Makes of events what is folded, where that takes more than stands in the log: what a keyed index holds of their
   * sealed part, or a number. What it takes must not be left in a row in the clear.
   */
  readonly prepare?: (events: readonly Recorded[]) => Promise<readonly Recorded<E>[]>;
  readonly id: (event: Recorded<E>) => string;
  readonly fold: (row: Row | undefined, event: Recorded<E>) => Row | undefined | typeof DELETED;
}

/** Whether somebody may wait for a row to be at a revision: then nothing that comes is put off. */
export const isAwaited = ({ only }: Pick<Projection, 'only'>): boolean => only === undefined;

export interface ReadYourWrites {
  /**
   * Resolves true once the row with this id is at least at `revision` (or is gone), on any backend; woken by
   * the projection or by its own polling. False after `timeoutMs` (2000 by default), when the caller folds
   * the stream itself (rule:read-your-writes).
   */
  waitFor(projection: string, id: string, revision: number, timeoutMs?: number): Promise<boolean>;
}

/** Name of the lease that whoever folds into a projection's table holds. */
export const projectionLease = (projection: string): string => `projection:${projection}`;
