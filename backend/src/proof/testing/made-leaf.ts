import type { Pool } from 'pg';
import type { LeafSeals } from '../leaf-seals.js';
import { leavesOfStream, type NamedLeaf } from '../leaves.js';

/** The row of a leaf that a test changes, and how. */
interface Made extends Pick<NamedLeaf, 'stream' | 'revision'> {
  readonly to: Partial<Omit<NamedLeaf, 'place'>>;
}

/**
 * Changes the row of a leaf and writes its MAC, as only the service can.
 * @returns a function that puts the row back
 */
export async function madeLeaf(
  pool: Pool,
  seals: LeafSeals,
  { stream, revision, to }: Made,
): Promise<() => Promise<void>> {
  const [leaf] = await leavesOfStream(pool, stream, revision, 1);
  if (leaf === undefined) throw new Error(`${stream}@${revision} has no leaf`);
  const write = async (made: NamedLeaf): Promise<void> => {
    await pool.query(
      'UPDATE log_leaves SET event_hash = $2, stream = $3, revision = $4, mac = $5 WHERE place = $1',
      [
        made.place,
        Buffer.from(made.eventHash, 'hex'),
        made.stream,
        made.revision,
        Buffer.from(seals.macOf(made), 'hex'),
      ],
    );
  };
  await write({ ...leaf, ...to });
  return () => write(leaf);
}
