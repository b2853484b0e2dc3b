import { timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../../platform/crypto/canonical-json.js';
import { inParts } from '../../platform/async/in-parts.js';
import type { EventStore } from '../event-store/event-store.js';
import type { NewEvent, Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import { foldBatch } from './fold-batch.js';
import { NOTHING, type StoredRow } from './stored-row.js';
import type { FoldsOn, Projection } from './projection.js';

/** What a row carries so that a fold can tell whether it may go on from it. */
export interface ProvenRow {
  /** Of the last event that was folded. */
  readonly hash: string;
  readonly mac: string;
}

/** The events of a stream up to a revision, from its first one, a part at a time. */
export type ReadHistory<E extends NewEvent> = (
  stream: string,
  revision: number,
) => AsyncIterable<readonly Recorded<E>[]>;

export const historyIn = <E extends NewEvent>({
  store,
  journal,
}: {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly journal: Pick<Journal, 'decode'>;
}): ReadHistory<E> =>
  async function* (stream, revision) {
    if (revision < 0) return;
    const stored = await store.readStream(stream, { limit: revision + 1 });
    for await (const part of inParts(stored)) yield part.map((event) => journal.decode<E>(event));
  };

/** Proves rows before a fold goes on from them, and makes those anew that cannot be proven. */
export class FoldingOn<Row extends object, E extends NewEvent> {
  constructor(
    private readonly projection: Projection<Row, E>,
    private readonly foldsOn: FoldsOn,
    private readonly read: ReadHistory<E>,
  ) {}

  /** The row with its MAC. */
  proven(row: Row): Row {
    return { ...row, mac: this.macOf(row) };
  }

  holds(row: Row): boolean {
    const { mac } = row as Partial<ProvenRow>;
    const [is, should] = [Buffer.from(mac ?? '', 'utf8'), Buffer.from(this.macOf(row), 'utf8')];
    return is.length === should.length && timingSafeEqual(is, should);
  }

  /** Whether the event is the next one of the history that the row was made of. */
  follows({ row, revision }: StoredRow<Row>, event: Recorded<E>): boolean {
    if (row === undefined) return event.revision === 0;
    return event.revision === revision + 1 && event.previousHash === (row as Partial<ProvenRow>).hash;
  }

  /**
   * The row that the stream makes before this event; a stored one that no fold left is reported.
   * @param isReported false where backends of an older version may write to the table
   */
  async made(
    id: string,
    stored: StoredRow<Row>,
    event: Recorded<E>,
    isReported: boolean,
  ): Promise<StoredRow<Row>> {
    let made: StoredRow<Row> = NOTHING;
    let hash: string | undefined;
    for await (const part of this.read(event.stream, event.revision - 1)) {
      made = foldBatch(this.projection, part, new Map([[id, made]])).get(id) ?? made;
      hash ??= part.find(({ revision }) => revision === stored.revision)?.hash;
    }
    const { row } = stored;
    if (isReported && row !== undefined && !this.isOwn(row, hash)) this.foldsOn.changed(id);
    return made.row === undefined ? NOTHING : { ...made, row: this.proven(made.row) };
  }

  /**
   * Whether a fold left the row, now or earlier; one of a version before this rule has no MAC.
   * @param hash of the event at the row's revision
   */
  private isOwn(row: Row, hash: string | undefined): boolean {
    const proof = row as Partial<ProvenRow>;
    return proof.mac === '' || (this.holds(row) && proof.hash === hash);
  }

  private macOf(row: Row): string {
    const { outside, mac } = this.foldsOn;
    const covered = Object.entries(row).filter(([name]) => !outside.includes(name));
    return mac(canonicalJson([this.projection.table, Object.fromEntries(covered)]));
  }
}
