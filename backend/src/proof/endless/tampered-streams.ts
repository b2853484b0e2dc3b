import type { BrokenKind } from '@siegel/contracts/verification/checkpoints';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { EventFault, UntrustedPlace } from '../../eventsourcing/trust/authenticate.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { describeError } from '../../platform/logging/describe-error.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Tampering } from '../../platform/tampering/tampering.js';
import type { TamperingKind } from '../../platform/tampering/tampering-kinds.js';
import { isoText } from '../../platform/postgres/iso-text.js';
import { type Clock, isoNow } from '../../platform/time/clock.js';
import type { BrokenPlace } from '../verify-stream.js';
import type { Accepts } from '../../eventsourcing/trust/closed-streams.js';
import type { FileFault, NamedFile } from './stored-files.js';

/** Number of streams that a process remembers. All streams are in the table, which is read page by page. */
const REMEMBERED = 50_000;
/** Number of names that are looked up in the table at once. */
const LOOKED_UP = 1_000;
/** Name of the row that is about the tree and its checkpoints. No stream has this name. */
const TREE = '';

/** The first broken place of a stream. `stream` is empty if the tree itself is broken. */
export interface TamperedPlace {
  readonly stream: string;
  readonly revision: number | null;
  readonly kind: EventFault | BrokenKind | FileFault;
  readonly detail: string;
}

export interface TamperedStreamsParts {
  readonly pool: Pool;
  readonly tampering: Tampering;
  readonly clock: Clock;
  readonly logger: Logger;
  /** By default no place is accepted. */
  readonly isAccepted?: Accepts | undefined;
}

/** The texts for the faults of events. They are part of a list for the operator, so they are in English. */
const FAULTS: Readonly<Record<EventFault, string>> = {
  encoding: 'its bytes are not in our format',
  hash: 'its hash does not fit its bytes',
  link: 'it does not follow the event before it',
  revision: 'an event before it is missing, or it appears twice',
  mac: 'no key in APPEND_KEY made its MAC',
  forked: 'another event was recorded at its place before',
  ended: 'the operator ended the stream before it',
  missing: 'the stream had an event here, and the store no longer has it',
  records: 'the records about the stream are closed',
};

/** The texts for the faults of files. */
const FILE_FAULTS: Readonly<Record<FileFault, string>> = {
  file_missing: 'is missing',
  file_altered: 'has another content',
  key_unknown: 'cannot be opened: its key is wrapped by a master key that this backend does not have',
};

/** The texts that differ at the first event of a stream, before which there is none. */
const FIRST_FAULTS: Readonly<Partial<Record<EventFault, string>>> = {
  link: 'it follows another event, although it is the first event of its stream',
  revision: 'the first event of the stream is missing',
};

const textOf = ({ revision, fault }: UntrustedPlace): string =>
  (revision === 0 ? FIRST_FAULTS[fault] : undefined) ?? FAULTS[fault];

/**
 * The streams in which something is broken that the operator neither repaired nor accepted. Reports each
 * finding (rule:tampering-is-told), counts the streams for the obligation `tampering`, and forgets a stream
 * that was found whole. Memory and table complete each other: rows that somebody deletes are written again
 * from memory, and a restarted process looks at the rows.
 */
export class TamperedStreams {
  private readonly known = new LRUCache<string, TamperedPlace & { readonly since: string }>({
    max: REMEMBERED,
  });
  private unwritten = new Set<string>();
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly parts: TamperedStreamsParts) {}

  /** Takes a place at which a stream is closed. Does not wait for the table, and never throws. */
  readonly closed = (stream: string, { revision, fault }: UntrustedPlace): void => {
    if (this.isSettled(stream, { revision, fault })) return;
    // A fork is reported where the tree shows it (forks.ts).
    if (fault !== 'forked') this.parts.tampering.found('event', { stream, revision, fault });
    this.put({ stream, revision, kind: fault, detail: textOf({ revision, fault }) });
    this.write();
  };

  /** Takes a place that a verification found in a stream that is not closed, or in the tree. */
  async found({ stream, revision, kind, detail }: BrokenPlace): Promise<void> {
    if (stream !== null && revision !== null && this.isAccepted(stream, revision, kind)) return;
    const subject = { fault: kind, ...(stream !== null && { stream, revision: revision ?? 0 }) };
    this.parts.tampering.found(kindOf(stream, kind), subject);
    this.add({ stream: stream ?? TREE, revision, kind, detail });
    await this.written();
  }

  /** Takes a file that is not the one that an event names. */
  async foundFile({ subject: stream, revision, label }: NamedFile, fault: FileFault): Promise<void> {
    this.parts.tampering.found('stored_file', { stream, revision, fault });
    const detail = `the stored ${label.split(':')[0]} that it names ${FILE_FAULTS[fault]}`;
    this.add({ stream, revision, kind: fault, detail });
    await this.written();
  }

  /** Forgets a stream in which nothing is broken any more. */
  async clear(stream: string): Promise<void> {
    this.known.delete(stream);
    this.unwritten.delete(stream);
    await this.writing;
    await this.parts.pool.query('DELETE FROM tampered_streams WHERE stream = $1', [stream]);
  }

  /** Forgets what was broken in the tree. */
  clearTree(): Promise<void> {
    return this.clear(TREE);
  }

  /**
   * Returns places that this process knows, and that the table lacks: another backend found the stream whole
   * since, or somebody deleted the row. Only a verification tells which.
   */
  async unlisted(limit: number): Promise<readonly TamperedPlace[]> {
    const found: TamperedPlace[] = [];
    const names = [...this.known.keys()].filter((stream) => stream !== TREE && !this.unwritten.has(stream));
    for (let from = 0; from < names.length && found.length < limit; from += LOOKED_UP) {
      const { rows } = await this.parts.pool.query<{ stream: string }>(
        `SELECT stream FROM unnest($1::text[]) AS known(stream)
         WHERE NOT EXISTS (SELECT FROM tampered_streams AS t WHERE t.stream = known.stream)`,
        [names.slice(from, from + LOOKED_UP)],
      );
      found.push(...rows.flatMap(({ stream }) => this.known.get(stream) ?? []));
    }
    return found.slice(0, limit);
  }

  /**
   * Writes the rows that are not in the table, even those that were written and then deleted. Another backend
   * may have found the tree intact since, so its row is not written again.
   */
  async writeAll(): Promise<void> {
    for (const stream of this.known.keys()) if (stream !== TREE) this.unwritten.add(stream);
    await this.written();
  }

  /** Resolves when no write of a row is under way. */
  settled(): Promise<void> {
    return this.writing;
  }

  /** True if the operator knows why the stream is closed: it was ended, or the place was accepted. */
  isSettled(stream: string, { revision, fault }: UntrustedPlace): boolean {
    // A stream is closed at a fork only if the stored event is another one than the operator chose.
    return fault === 'ended' || this.isAccepted(stream, revision, fault, fault === 'forked' ? '' : undefined);
  }

  isAccepted(stream: string, revision: number, kind: string, hash?: string): boolean {
    return this.parts.isAccepted?.(stream, revision, kind, hash) === true;
  }

  /** Makes sure that the stream is in the table if this process knows it. Somebody may have deleted the row. */
  async keep(stream: string): Promise<void> {
    this.unwritten.add(stream);
    await this.written();
  }

  /** Adds a place, unless the stream has one already. */
  private add(place: TamperedPlace): void {
    if (this.known.has(place.stream)) this.unwritten.add(place.stream);
    else this.put(place);
  }

  private put(place: TamperedPlace): void {
    const since = this.known.get(place.stream)?.since ?? isoNow(this.parts.clock);
    this.known.set(place.stream, { ...place, since });
    this.unwritten.add(place.stream);
  }

  private async written(): Promise<void> {
    this.write();
    await this.writing;
  }

  private write(): void {
    this.writing = this.writing.then(() => this.writeRows());
  }

  private async writeRows(): Promise<void> {
    const places = [...this.unwritten].flatMap((stream) => this.known.get(stream) ?? []);
    this.unwritten = new Set();
    for await (const part of chunkedWithYield(places)) await this.writePart(part);
  }

  private async writePart(places: readonly (TamperedPlace & { readonly since: string })[]): Promise<void> {
    try {
      await this.parts.pool.query(
        `INSERT INTO tampered_streams AS t (stream, revision, kind, detail, since)
         SELECT * FROM json_to_recordset($1) AS found (stream text, revision integer, kind text, detail text, since timestamptz)
         ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision, kind = excluded.kind, detail = excluded.detail
         WHERE (t.revision, t.kind) IS DISTINCT FROM (excluded.revision, excluded.kind)`,
        [JSON.stringify(places)],
      );
    } catch (error) {
      // The table only informs people. The next finding, or the next recheck, writes the rows.
      for (const { stream } of places) this.unwritten.add(stream);
      this.parts.logger.warn(
        describeError(error),
        'streams with tampering could not be listed; they are listed later',
      );
    }
  }
}

function kindOf(stream: string | null, kind: BrokenKind): TamperingKind {
  if (stream !== null) return 'log';
  return kind === 'bad_signature' ? 'checkpoint' : 'tree';
}

/** True if this database has the table. Databases of earlier program versions do not have it. */
export async function hasTampered(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    `SELECT to_regclass('tampered_streams') IS NOT NULL AS there`,
  );
  return rows[0]?.there === true;
}

/** Returns streams of the table in the order of their names, after a name. The row of the tree has no name. */
export async function tamperedAfter(pool: Pool, after: string, limit: number): Promise<TamperedPlace[]> {
  const { rows } = await pool.query<TamperedPlace>(
    `SELECT stream, revision, kind, detail FROM tampered_streams WHERE stream > $1 ORDER BY stream LIMIT $2`,
    [after, limit],
  );
  return rows;
}

/** Numbers for the metrics and the doctor. */
export interface TamperedFigures {
  readonly streams: number;
  readonly isTreeBroken: boolean;
}

export async function tamperedFigures(pool: Pool): Promise<TamperedFigures> {
  const { rows } = await pool.query<{ streams: number; tree: number }>(
    `SELECT count(*) FILTER (WHERE stream <> '')::int AS streams, count(*) FILTER (WHERE stream = '')::int AS tree
     FROM tampered_streams`,
  );
  const [{ streams, tree } = { streams: 0, tree: 0 }] = rows;
  return { streams, isTreeBroken: tree > 0 };
}

/**
 * SQL for the obligation of the operator to repair or accept what is broken (rule:tampering-is-told). One
 * obligation counts all streams: `reference` is their number, 0 if only the tree is broken. No event created it, so its id is a fixed one.
 */
export const OWED_REPAIR = `SELECT '00000000-0000-7000-8000-7a3be2ed0001'::uuid AS id, 'tampering' AS kind,
    NULL::uuid AS nda_id, NULL::integer AS party, count(*) FILTER (WHERE stream <> '')::text AS reference, NULL::integer AS amount,
    NULL::text AS currency, ${isoText('min(since)')} AS since,
    0 AS attempts, NULL::text AS last_error, NULL::text AS next_try_at
  FROM tampered_streams HAVING count(*) > 0`;
