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
  readonly event_hash: Buffer;
  readonly stream: string;
  readonly revision: number;
}

const COLUMNS = 'place, event_hash, stream, revision';
const leafOf = ({ place, event_hash, stream, revision }: LeafRow): Leaf => ({
  place: Number(place),
  eventHash: event_hash.toString('hex'),
  stream,
  revision,
});

export const IS_HASH = /^[0-9a-f]{64}$/;

/** @param eventHashes hexadecimal */
export async function leavesWith(db: Pool | PoolClient, eventHashes: readonly string[]): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>({
    name: 'leaves-with',
    text: `SELECT ${COLUMNS} FROM log_leaves WHERE event_hash = ANY($1::bytea[])`,
    values: [eventHashes.map((hash) => Buffer.from(hash, 'hex'))],
  });
  return rows.map(leafOf);
}

/** In the order of the tree. */
export async function leavesFrom(db: Pool | PoolClient, place: number, limit: number): Promise<Leaf[]> {
  const { rows } = await db.query<LeafRow>({
    name: 'leaves-from',
    text: `SELECT ${COLUMNS} FROM log_leaves WHERE place >= $1 ORDER BY place LIMIT $2`,
    values: [place, limit],
  });
  return rows.map(leafOf);
}

/** What was met of a stream from a revision on, by revision and place. */
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

/** Hashes of what was met at these places, by `<stream>@<revision>`; the last one met where there were several. */
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
