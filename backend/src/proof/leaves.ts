import type { Pool, PoolClient } from 'pg';

export interface Leaf {
  readonly place: number;
  /** Hexadecimal. */
  readonly eventHash: string;
  readonly stream: string;
  readonly revision: number;
}

interface LeafRow {
  readonly place: string;
  readonly event_hash: string;
  readonly stream: string;
  readonly revision: number;
}

interface LeafPage {
  /** Null if the tree has no leaf. */
  readonly places: readonly number[] | null;
  readonly hashes: readonly string[];
  readonly streams: readonly string[];
  readonly revisions: readonly number[];
}

/**
 * Selects the hash as text, because the driver would otherwise convert text to bytes, and we would convert
 * the bytes back.
 */
const COLUMNS = "place, encode(event_hash, 'hex') AS event_hash, stream, revision";
const leafOf = ({ place, event_hash, stream, revision }: LeafRow): Leaf => ({
  place: Number(place),
  eventHash: event_hash,
  stream,
  revision,
});

export const IS_HASH = /^[0-9a-f]{64}$/;

/** @param eventHashes hexadecimal */
export async function leavesWith(db: Pool | PoolClient, eventHashes: readonly string[]): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>({
    name: 'leaves-with',
    text: `SELECT ${COLUMNS} FROM log_leaves
     WHERE event_hash = ANY(ARRAY(
       SELECT substring($1::bytea FROM 32 * n - 31 FOR 32) FROM generate_series(1, $2::integer) AS n))`,
    values: [Buffer.from(eventHashes.join(''), 'hex'), eventHashes.length],
  });
  return rows.map(leafOf);
}

/**
 * Returns the hashes of the leaves at these places, by `<stream>@<revision>`. The places are passed as JSON,
 * because the driver would write the items of arrays one by one. The lateral subquery looks up each place by
 * the index, whatever PostgreSQL expects of the table's size.
 */
export async function leavesAt(
  db: Pool | PoolClient,
  places: readonly Pick<Leaf, 'stream' | 'revision'>[],
): Promise<Map<string, readonly string[]>> {
  const { rows } = await db.query<{ stream: string; revision: string; hashes: readonly string[] }>({
    name: 'hashes-of-leaves',
    text: `SELECT wanted.stream, wanted.revision, array_agg(encode(leaf.event_hash, 'hex')) AS hashes
     FROM ROWS FROM (json_array_elements_text($1::json), json_array_elements_text($2::json)) AS wanted(stream, revision)
     CROSS JOIN LATERAL (
       SELECT event_hash FROM log_leaves
       WHERE log_leaves.stream = wanted.stream AND log_leaves.revision = wanted.revision::integer LIMIT 100) AS leaf
     GROUP BY wanted.stream, wanted.revision`,
    values: [
      JSON.stringify(places.map(({ stream }) => stream)),
      JSON.stringify(places.map(({ revision }) => revision)),
    ],
  });
  return new Map(rows.map(({ stream, revision, hashes }) => [`${stream}@${revision}`, hashes]));
}

/**
 * Returns leaves in the order of the tree. The query returns all leaves in one row, because a thousand rows
 * would take the driver ten times as long.
 */
export async function leavesFrom(db: Pool | PoolClient, place: number, limit: number): Promise<Leaf[]> {
  if (limit <= 0) return [];
  const { rows } = await db.query<LeafPage>({
    name: 'leaves-from',
    text: `SELECT json_agg(place ORDER BY place) AS places,
       json_agg(encode(event_hash, 'hex') ORDER BY place) AS hashes,
       json_agg(stream ORDER BY place) AS streams,
       json_agg(revision ORDER BY place) AS revisions
     FROM (SELECT place, event_hash, stream, revision FROM log_leaves WHERE place >= $1 ORDER BY place LIMIT $2) AS page`,
    values: [place, limit],
  });
  const { places, hashes, streams, revisions } = rows[0] as LeafPage;
  return (places ?? []).map((at, n) => ({
    place: at,
    eventHash: hashes[n] as string,
    stream: streams[n] as string,
    revision: revisions[n] as number,
  }));
}

/** Returns the leaves of a stream from a revision on, sorted by revision and place. */
export async function leavesOfStream(
  db: Pool | PoolClient,
  stream: string,
  from: number,
  limit: number,
): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>({
    name: 'leaves-of-stream',
    text: `SELECT ${COLUMNS} FROM log_leaves WHERE stream = $1 AND revision >= $2 ORDER BY revision, place LIMIT $3`,
    values: [stream, from, limit],
  });
  return rows.map(leafOf);
}

/**
 * Returns the hashes of these events' leaves, by `<stream>@<revision>`. If an event has several leaves, the
 * hash of the last leaf is returned.
 */
export async function hashesAt(
  db: Pool | PoolClient,
  places: readonly Pick<Leaf, 'stream' | 'revision'>[],
): Promise<Map<string, string>> {
  if (places.length === 0) return new Map();
  const { rows } = await db.query<LeafRow>({
    name: 'leaves-at',
    text: `SELECT ${COLUMNS} FROM log_leaves
     JOIN unnest($1::text[], $2::integer[]) AS wanted(stream, revision) USING (stream, revision) ORDER BY place`,
    values: [places.map(({ stream }) => stream), places.map(({ revision }) => revision)],
  });
  return new Map(rows.map(leafOf).map((leaf) => [`${leaf.stream}@${leaf.revision}`, leaf.eventHash]));
}
