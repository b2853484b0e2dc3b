import type { Pool } from 'pg';

/** Metrics about the proof of the log. */
export interface ProofFigures {
  /** Time of the newest checkpoint; null if there is none. */
  readonly signedAt: Date | null;
  /** Number of leaves that the newest checkpoint does not cover. */
  readonly unsigned: number;
  /**
   * Time at which the current verification of the whole log started. If no verification is running, the time
   * at which the last one ended. Null if there was no verification yet.
   */
  readonly verifiedAt: Date | null;
  /** True if the verification of `verifiedAt` found the log broken, or could not finish. */
  readonly broken: boolean;
}

/** Reads three rows, no matter how long the log is. */
export async function proofFigures(pool: Pool): Promise<ProofFigures> {
  const { rows } = await pool.query<Omit<ProofFigures, 'unsigned'> & { readonly unsigned: string }>(
    `SELECT newest.at AS "signedAt", greatest(0, tree.size - coalesce(newest.size, 0)) AS unsigned,
       coalesce(run.finished_at, run.started_at) AS "verifiedAt", coalesce(run.state = 'failed' OR run.first_broken IS NOT NULL, false) AS broken
     FROM (SELECT coalesce(max(place) + 1, 0) AS size FROM log_leaves) AS tree
     LEFT JOIN (SELECT at, size FROM log_checkpoints ORDER BY size DESC LIMIT 1) AS newest ON true
     LEFT JOIN log_verification AS run ON true`,
  );
  const [found] = rows;
  if (found === undefined) return { signedAt: null, unsigned: 0, verifiedAt: null, broken: false };
  return { ...found, unsigned: Number(found.unsigned) };
}
