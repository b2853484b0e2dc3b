import { timingSafeEqual } from 'node:crypto';
import { canonicalBytes, canonicalJson } from '../../platform/crypto/canonical-json.js';
import { sha256Hex } from '../../platform/crypto/sha256.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { StreamUntrusted } from '../trust/stream-untrusted.js';
import type { TrustedLog } from '../trust/trusted-log.js';
import type { NewEvent, Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import { foldBatch } from './fold-batch.js';
import { NOTHING, type StoredRow } from './stored-row.js';
import { NOT_LOADED, type Projection, type RowVerification } from './projection.js';

/** Number of rows whose MACs are computed without a pause. */
const ROWS_PER_CHUNK = 100;

/** The columns of a row that prove to a fold that it may continue from this row. */
export interface ProvenRow {
  /** Hash of the last event that was folded into the row. */
  readonly hash: string;
  /** `<version of the fold>:<stamp>:<MAC>:<digest of the bulky columns>`. */
  readonly mac: string;
}

const isSame = (one: string | undefined, other: string): boolean => {
  const [is, should] = [Buffer.from(one ?? '', 'utf8'), Buffer.from(other, 'utf8')];
  return is.length === should.length && timingSafeEqual(is, should);
};

/**
 * Reads a stream's events from the first one up to a revision, in chunks.
 * @throws StreamUntrusted
 */
export type ReadHistory<E extends NewEvent> = (
  stream: string,
  revision: number,
) => AsyncIterable<readonly Recorded<E>[]>;

export const historyIn = <E extends NewEvent>({
  log,
  journal,
}: {
  readonly log: Pick<TrustedLog, 'load'>;
  readonly journal: Pick<Journal, 'decode'>;
}): ReadHistory<E> =>
  async function* (stream, revision) {
    if (revision < 0) return;
    const { events, untrusted } = await log.load(stream, { to: revision });
    if (untrusted !== undefined) throw new StreamUntrusted(stream, untrusted);
    for await (const part of chunkedWithYield(events)) yield part.map((event) => journal.decode<E>(event));
  };

/** Verifies rows before a fold continues from them, and rebuilds rows that cannot be verified. */
export class RowVerifier<Row extends object, E extends NewEvent> {
  constructor(
    private readonly projection: Projection<Row, E>,
    private readonly options: RowVerification,
    private readonly read: ReadHistory<E>,
  ) {}

  /**
   * Returns the row with its proof.
   * @param before the row from which `row` was folded; it provides the digest of bulky columns that were not
   * loaded
   */
  proven(row: Row, before?: Row): Row {
    return { ...row, mac: this.proofOf(row, before) };
  }

  /** Gives each changed row its proof. @param before the rows as they were stored */
  async proveAll(
    changed: Map<string, StoredRow<Row>>,
    before: ReadonlyMap<string, StoredRow<Row>>,
  ): Promise<void> {
    for await (const part of chunkedWithYield([...changed], ROWS_PER_CHUNK))
      for (const [id, stored] of part)
        if (stored.row !== undefined)
          changed.set(id, { ...stored, row: this.proven(stored.row, before.get(id)?.row) });
  }

  /**
   * True if the row's MAC is valid. If the row's bulky columns were not loaded, their digest is taken from
   * the row. The columns themselves are checked when they are loaded.
   */
  hasValidMac(row: Row): boolean {
    return isSame((row as Partial<ProvenRow>).mac, this.proofOf(row, row));
  }

  /** True if the event comes next in the history from which the row was folded. */
  follows({ row, revision }: StoredRow<Row>, event: Recorded<E>): boolean {
    if (row === undefined) return event.revision === 0;
    return event.revision === revision + 1 && event.previousHash === (row as Partial<ProvenRow>).hash;
  }

  /**
   * Folds the row's stream again, up to and including the event before `event`, and returns the resulting
   * row. Reports the stored row if no fold has written it.
   * @param isReported false if backends of an older version may write to the table
   */
  async rebuilt(
    id: string,
    stored: StoredRow<Row>,
    event: Recorded<E>,
    isReported: boolean,
  ): Promise<StoredRow<Row>> {
    let rebuilt: StoredRow<Row> = NOTHING;
    let hash: string | undefined;
    for await (const part of this.read(event.stream, event.revision - 1)) {
      rebuilt = foldBatch(this.projection, part, new Map([[id, rebuilt]])).get(id) ?? rebuilt;
      hash ??= part.find(({ revision }) => revision === stored.revision)?.hash;
    }
    const { row } = stored;
    if (isReported && row !== undefined && !this.wasFolded(row, hash) && !this.isOfAnother(row))
      this.options.changed(id);
    return rebuilt.row === undefined ? NOTHING : { ...rebuilt, row: this.proven(rebuilt.row) };
  }

  /**
   * True if a fold of this version wrote exactly this row at some time, even if the row is out of date now.
   * @param hash hash of the event at the row's revision
   */
  private wasFolded(row: Row, hash: string | undefined): boolean {
    return this.hasValidMac(row) && (row as Partial<ProvenRow>).hash === hash;
  }

  /** True if the stamp shows that a fold of another version wrote the row. This happens during an upgrade. */
  private isOfAnother(row: Row): boolean {
    const { mac = '' } = row as Partial<ProvenRow>;
    const [version = '', stamp] = mac.split(':');
    return version !== String(this.projection.version) && isSame(stamp, this.stampOf(row, version));
  }

  /**
   * Joins four parts: the version of the fold; a stamp that only a backend of that version can make; the MAC
   * over the row; and the digest of the row's bulky columns. The MAC covers that digest too.
   */
  private proofOf(row: Row, before: Row | undefined): string {
    const { outside, mac } = this.options;
    const covered = Object.entries(row).filter(([name]) => !outside.includes(name));
    const version = String(this.projection.version);
    const digest = this.digestOf(row, before);
    const text = this.framed(version, [Object.fromEntries(covered), digest]);
    return [version, this.stampOf(row, version), mac(text), digest].join(':');
  }

  private digestOf(row: Row, before: Row | undefined): string {
    // Allowed: the projection declares its columns in code.
    const bulky = (this.projection.bulky ?? []).map((name): unknown => row[name]);
    if (!bulky.includes(NOT_LOADED)) return sha256Hex(canonicalBytes(bulky));
    return (before as Partial<ProvenRow> | undefined)?.mac?.split(':')[3] ?? '';
  }

  /**
   * The stamp covers only the row's id and the hash of the row's last event, because rows of every version
   * have both.
   */
  private stampOf(row: Row, version: string): string {
    const { id, hash } = row as Partial<ProvenRow & { id: string }>;
    return this.options.mac(this.framed(version, [id ?? '', hash ?? '']));
  }

  private framed(version: string, value: object): string {
    return canonicalJson([this.projection.table, version, value]);
  }
}
