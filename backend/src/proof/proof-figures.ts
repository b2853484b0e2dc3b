import type { Pool } from 'pg';
import { TREE_SIZE } from './stored-tree.js';

/** Metrics about the proof of the log. */
export interface ProofFigures {
  /** Time of the newest checkpoint; null if there is none. */
  readonly signedAt: Date | null;
  /** Number of leaves that the newest checkpoint does not cover. */
  readonly unsigned: number;
}

/** Reads two rows, no matter how long the log is. */
export async function proofFigures(pool: Pool): Promise<ProofFigures> {
  const { rows } = await pool.query<Omit<ProofFigures, 'unsigned'> & { readonly unsigned: string }>(
    `SELECT newest.at AS "signedAt", greatest(0, tree.size - coalesce(newest.size, 0)) AS unsigned
     FROM (SELECT ${TREE_SIZE} AS size) AS tree
     LEFT JOIN (SELECT at, size FROM log_checkpoints ORDER BY size DESC LIMIT 1) AS newest ON true`,
  );
  const [found] = rows;
  if (found === undefined) return { signedAt: null, unsigned: 0 };
  return { ...found, unsigned: Number(found.unsigned) };
}
