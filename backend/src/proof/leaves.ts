import type { Pool, PoolClient } from 'pg';

/**
 * A row of `log_leaves`. Anyone who writes rows can write any stream and revision into it (leaf-seals.ts).
 */
export interface Leaf {
  readonly place: number;
  /** Hexadecimal. */
  readonly eventHash: string;
  readonly stream: string;
  readonly revision: number;
  /** MAC over all other members, hexadecimal. Null in a tree from before APPEND_KEY. */
  readonly mac: string | null;
}

/** A leaf with the name of the event that it was made for, as far as its event or its MAC shows it. */
export type NamedLeaf = Omit<Leaf, 'mac'>;

/**
 * Tells leaves whose rows name the event that the service made them for (rule:tree-is-sealed) from leaves
 * that somebody renamed. The tree covers only the hashes.
 */
export interface LeafNames {
  /** True if the service wrote the stream and the revision of this leaf. */
  isNamed(leaf: Leaf): boolean;
}

interface LeafRow {
  readonly place: string;
  readonly event_hash: string;
  readonly stream: string;
  readonly revision: number;
  readonly mac: string | null;
}

interface LeafPage {
  /** Null if the tree has no leaf. */
  readonly places: readonly number[] | null;
  readonly hashes: readonly string[];
  readonly streams: readonly string[];
  readonly revisions: readonly number[];
  readonly macs: readonly (string | null)[];
}

/**
 * Selects the hash as text, because the driver would otherwise convert text to bytes, and we would convert
 * the bytes back.
 */
const COLUMNS = "place, encode(event_hash, 'hex') AS event_hash, stream, revision, encode(mac, 'hex') AS mac";

/**
 * The rows at places that a tree can have. Somebody may write a row with any other number, and JavaScript rounds
 * a larger one.
 */
const LEAVES = `(SELECT * FROM log_leaves WHERE place BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER - 1}) AS leaves`;

const leafOf = ({ place, event_hash, ...rest }: LeafRow): Leaf => ({
  place: Number(place),
  eventHash: event_hash,
  ...rest,
});

export const IS_HASH = /^[0-9a-f]{64}$/;

/**
 * Returns the leaves of these events, in any order. `OFFSET 0` makes PostgreSQL look up each hash by itself. The
 * statement has no name, so PostgreSQL plans it at each use: a plan of the time when the table was empty, as at
 * an adoption, would read the whole table each time.
 * @param eventHashes hexadecimal
 */
export async function leavesWith(db: Pool | PoolClient, eventHashes: readonly string[]): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>({
    text: `SELECT ${COLUMNS}
     FROM (SELECT DISTINCT substring($1::bytea FROM 32 * n - 31 FOR 32) AS hash
       FROM generate_series(1, $2::integer) AS n) AS wanted
     CROSS JOIN LATERAL (SELECT * FROM ${LEAVES} WHERE event_hash = hash OFFSET 0) AS leaf`,
    values: [Buffer.from(eventHashes.join(''), 'hex'), eventHashes.length],
  });
  return rows.map(leafOf);
}

/** Revisions of a stream, both ends included. */
interface Revisions {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the leaves whose rows name these places, by `<stream>@<revision>`. There may be leaves of places
 * between them too. Each stream is looked up once. The streams are passed as JSON, because the driver would
 * write the items of arrays one by one. `OFFSET 0` makes PostgreSQL look up each stream by itself, and the
 * statement has no name for the same reason as above.
 */
export async function leavesAt(
  db: Pool | PoolClient,
  places: readonly Pick<Leaf, 'stream' | 'revision'>[],
): Promise<Map<string, readonly Leaf[]>> {
  const streams = new Map<string, Revisions>();
  for (const { stream, revision } of places) {
    const { from, to } = streams.get(stream) ?? { from: revision, to: revision };
    streams.set(stream, { from: Math.min(from, revision), to: Math.max(to, revision) });
  }
  const { rows } = await db.query<LeafRow>({
    text: `SELECT ${COLUMNS}
     FROM ROWS FROM (json_array_elements_text($1::json), json_array_elements_text($2::json), json_array_elements_text($3::json))
       AS wanted(name, first, last)
     CROSS JOIN LATERAL (
       SELECT * FROM ${LEAVES} WHERE stream = name AND revision BETWEEN first::integer AND last::integer OFFSET 0
     ) AS leaf`,
    values: [
      JSON.stringify([...streams.keys()]),
      JSON.stringify([...streams.values()].map(({ from }) => from)),
      JSON.stringify([...streams.values()].map(({ to }) => to)),
    ],
  });
  const found = new Map<string, Leaf[]>();
  for (const leaf of rows.map(leafOf)) {
    const place = `${leaf.stream}@${leaf.revision}`;
    const same = found.get(place);
    if (same === undefined) found.set(place, [leaf]);
    else same.push(leaf);
  }
  return found;
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
       json_agg(revision ORDER BY place) AS revisions,
       json_agg(encode(mac, 'hex') ORDER BY place) AS macs
     FROM (SELECT place, event_hash, stream, revision, mac FROM ${LEAVES} WHERE place >= $1 ORDER BY place LIMIT $2) AS page`,
    values: [place, limit],
  });
  const { places, hashes, streams, revisions, macs } = rows[0] as LeafPage;
  return (places ?? []).map((at, n) => ({
    place: at,
    eventHash: hashes[n] as string,
    stream: streams[n] as string,
    revision: revisions[n] as number,
    mac: macs[n] as string | null,
  }));
}

/** Returns the leaves at these places of the tree, in no order. */
export async function leavesInPlaces(db: Pool | PoolClient, places: readonly number[]): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>(
    `SELECT ${COLUMNS} FROM ${LEAVES} WHERE place = ANY($1::bigint[])`,
    [places],
  );
  return rows.map(leafOf);
}

/** Returns the leaves from a place on whose rows name one of these streams, in no order. */
export async function leavesSince(
  db: Pool | PoolClient,
  place: number,
  streams: readonly string[],
): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>(
    `SELECT ${COLUMNS} FROM ${LEAVES} WHERE place >= $1 AND stream = ANY ($2)`,
    [place, streams],
  );
  return rows.map(leafOf);
}

/** Returns the last leaves before a place, in the order of the tree. */
export async function leavesBefore(db: Pool | PoolClient, place: number, limit: number): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>({
    name: 'leaves-before',
    text: `SELECT ${COLUMNS} FROM ${LEAVES} WHERE place < $1 ORDER BY place DESC LIMIT $2`,
    values: [place, limit],
  });
  return rows.map(leafOf).reverse();
}

/** Returns the leaves whose rows name a stream, from a revision on, sorted by revision and place. */
export async function leavesOfStream(
  db: Pool | PoolClient,
  stream: string,
  from: number,
  limit: number,
): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>({
    name: 'leaves-of-stream',
    text: `SELECT ${COLUMNS} FROM ${LEAVES} WHERE stream = $1 AND revision >= $2 ORDER BY revision, place LIMIT $3`,
    values: [stream, from, limit],
  });
  return rows.map(leafOf);
}

/** Returns a place that no tree has, and that a row names, as text: JavaScript would round it. */
export async function strayPlace(db: Pool | PoolClient): Promise<string | undefined> {
  const { rows } = await db.query<Pick<LeafRow, 'place'>>(
    `SELECT place FROM log_leaves WHERE place < 0 OR place >= ${Number.MAX_SAFE_INTEGER} ORDER BY place LIMIT 1`,
  );
  return rows[0]?.place;
}

/** Returns the last leaves whose rows name a stream, the last one first. @param before the leaf after them */
export async function lastLeavesOf(
  db: Pool | PoolClient,
  stream: string,
  before: Pick<Leaf, 'revision' | 'place'>,
  limit: number,
): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>({
    name: 'last-leaves-of-stream',
    text: `SELECT ${COLUMNS} FROM ${LEAVES} WHERE stream = $1 AND (revision, place) < ($2::integer, $3::bigint)
     ORDER BY revision DESC, place DESC LIMIT $4`,
    values: [stream, before.revision, before.place, limit],
  });
  return rows.map(leafOf);
}

/**
 * Returns leaves whose rows name a stream of records about another stream, sorted by stream, revision and place.
 * The names are a literal, so that PostgreSQL reads the index that has only these leaves.
 * @param after the leaf before them
 */
export async function leavesOfRecords(
  db: Pool | PoolClient,
  after: Pick<Leaf, 'stream' | 'revision' | 'place'>,
  limit: number,
): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>({
    name: 'leaves-of-records',
    text: `SELECT ${COLUMNS} FROM log_leaves
     WHERE stream LIKE 'trust-of-%' AND (stream, revision, place) > ($1::text, $2::integer, $3::bigint)
     ORDER BY stream, revision, place LIMIT $4`,
    values: [after.stream, after.revision, after.place, limit],
  });
  return rows.map(leafOf);
}

/** Number of leaves that are read at once. */
const PAGE = 1000;

/** Yields the leaves whose stream and revision another row names too, in the order of the tree. */
export async function* leavesTwice(db: Pool | PoolClient): AsyncGenerator<Leaf, undefined> {
  for (let after = -1; ; ) {
    const { rows } = await db.query<LeafRow>({
      name: 'leaves-twice',
      text: `SELECT ${COLUMNS} FROM ${LEAVES}
       JOIN (SELECT stream, revision FROM ${LEAVES} GROUP BY stream, revision HAVING count(*) > 1) AS twice
         USING (stream, revision)
       WHERE place > $1 ORDER BY place LIMIT ${PAGE}`,
      values: [after],
    });
    const page = rows.map(leafOf);
    yield* page;
    after = page.at(-1)?.place ?? after;
    if (page.length < PAGE) return;
  }
}

/**
 * Returns the hashes of the leaves that the service made for these places, by `<stream>@<revision>`. If a
 * place has several leaves, the hash of the last one is returned.
 */
export async function hashesAt(
  db: Pool | PoolClient,
  names: LeafNames,
  places: readonly Pick<Leaf, 'stream' | 'revision'>[],
): Promise<Map<string, string>> {
  if (places.length === 0) return new Map();
  const { rows } = await db.query<LeafRow>({
    name: 'leaves-at',
    text: `SELECT ${COLUMNS} FROM ${LEAVES}
     JOIN unnest($1::text[], $2::integer[]) AS wanted(stream, revision) USING (stream, revision) ORDER BY place`,
    values: [places.map(({ stream }) => stream), places.map(({ revision }) => revision)],
  });
  const leaves = rows.map(leafOf).filter((leaf) => names.isNamed(leaf));
  return new Map(leaves.map((leaf) => [`${leaf.stream}@${leaf.revision}`, leaf.eventHash]));
}
