import type { EventBytes, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import type { EventFault } from '../../eventsourcing/trust/authenticate.js';

// The facts about one stream from which a repair is planned. They are plain data: everything that needs a
// store, a key or a file has been read and checked before.

/** A row that the store has under the stream's name. */
export interface StoredRow {
  readonly event: UntrustedEvent;
  /** The hash that the row's metadata name; undefined if they name none. */
  readonly claimedHash: string | undefined;
  /** Name of the key that the row's MAC names; undefined if it has none. */
  readonly keyName: string | undefined;
  /** Result of the authenticator for this row alone; undefined if the row is authenticated at its revision. */
  readonly fault: EventFault | undefined;
}

/** Where the bytes of an event were found. */
export type Origin =
  | { readonly kind: 'stored' /** Index of the row. */; readonly row: number }
  | { readonly kind: 'offered' /** Name of the file. */; readonly file: string };

/** Evidence from a row, or from an event of a file, about the event that belongs to a place of the stream. */
export interface Trace {
  readonly origin: Origin;
  /** The revision for which its hash was made. It may differ from the revision of the row. */
  readonly revision: number;
  readonly hash: string;
  /** Undefined if the metadata were altered so that the hash does not cover it. */
  readonly previousHash: string | undefined;
  /** True if a key of the list made its MAC for this place and this hash. */
  readonly isMarked: boolean;
  /** The event as it may be stored, in its one spelling; undefined if its bytes do not fit its hash. */
  readonly event: EventBytes | undefined;
  /** True if it is a row that may stay as it is. */
  readonly isInPlace: boolean;
  /** Position of the event in the log, if its row or its file names one. */
  readonly position: number | undefined;
}

/** A leaf of the tree over the log. */
export interface KnownLeaf {
  readonly revision: number;
  readonly hash: string;
  readonly place: number;
  /** True if a tree that this service signed or adopted has this leaf. Anyone who writes rows can write others. */
  readonly isProven: boolean;
  /**
   * True if the leaf's own MAC shows that this service once wrote it. A leaf that is named and not proven was put
   * back from an older tree, or other rows of the tree are missing or changed.
   */
  readonly isNamed: boolean;
  /**
   * True if the operator accepted the loss of its event. Such a leaf is never proven, so that nothing is missing
   * there. It shows only where in the log the event belongs.
   */
  readonly isLossAccepted?: true;
}

/** Returns the trace of each row that has one. */
export const tracesOfRows = ({ rows, traces }: Pick<StreamFacts, 'rows' | 'traces'>): RowTraces =>
  new Map(
    traces.flatMap((trace) => {
      const row = trace.origin.kind === 'stored' ? rows[trace.origin.row] : undefined;
      return row === undefined ? [] : [[row, trace] as const];
    }),
  );

export type RowTraces = ReadonlyMap<StoredRow, Trace>;

export interface StreamPlace {
  readonly stream: string;
  readonly revision: number;
}

export interface StreamFacts {
  readonly stream: string;
  readonly rows: readonly StoredRow[];
  /** Traces of the rows first, then those of files. */
  readonly traces: readonly Trace[];
  readonly leaves: readonly KnownLeaf[];
  /**
   * False if leaves are missing or renamed, so that an event without a leaf may be genuine all the same. Looked at
   * only if there is such an event.
   */
  readonly isTreeWhole: boolean;
  /** Proven leaves of other streams, by hash, for the hashes that the rows claim. */
  readonly elsewhere: ReadonlyMap<string, StreamPlace>;
  /** Hashes that receipts of this service name. */
  readonly receipted: ReadonlySet<string>;
}
