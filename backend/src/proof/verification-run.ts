import { DAY_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import { enqueueJobs, type KeyedJob } from '../platform/jobs/enqueue.js';
import { transaction } from '../platform/postgres/pool.js';
import type { PassState } from './log-pass.js';
import type { BrokenPlace } from './verify-stream.js';

export const VERIFY_LOG = 'verify-log';
const JOB: KeyedJob = { task: VERIFY_LOG, payload: {}, key: VERIFY_LOG };

/** The current verification of the whole log, or the last verification if none is running. */
export interface VerificationRun {
  readonly state: 'running' | 'done' | 'failed';
  /** Null before the first batch. */
  readonly pass: PassState | null;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly firstBroken: BrokenPlace | null;
}

/**
 * One worker's turn to work on a run. The worker's writes are accepted until another worker takes the run
 * over.
 */
export interface Turn {
  readonly number: number;
  readonly storeId: string | null;
  readonly pass: PassState | null;
}

type StoredPass = Omit<PassState, 'edge' | 'foreign'> & {
  readonly edge: readonly string[];
  /** Missing if an earlier version of the program stored the run. */
  readonly foreign?: number;
};
interface RunRow {
  readonly state: VerificationRun['state'];
  readonly pass: StoredPass | null;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly first_broken: BrokenPlace | null;
}

const toStored = ({ edge, ...rest }: PassState): StoredPass => ({
  ...rest,
  edge: edge.map((hash) => hash.toString('hex')),
});
const fromStored = ({ edge, foreign = 0, ...rest }: StoredPass): PassState => ({
  ...rest,
  foreign,
  edge: edge.map((hash) => Buffer.from(hash, 'hex')),
});

export async function readRun(pool: Pool): Promise<VerificationRun | undefined> {
  const { rows } = await pool.query<RunRow>(
    'SELECT state, pass, started_at, finished_at, first_broken FROM log_verification',
  );
  const [row] = rows;
  return (
    row && {
      state: row.state,
      pass: row.pass && fromStored(row.pass),
      startedAt: row.started_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      firstBroken: row.first_broken,
    }
  );
}

/** Starts a run, unless a run is already in progress. In both cases, a job for the run exists afterwards. */
export function beginRun(pool: Pool, at: Date): Promise<void> {
  return transaction(pool, async (client) => {
    await client.query(
      `INSERT INTO log_verification AS v (state, turn, started_at) VALUES ('running', 1, $1)
       ON CONFLICT (single) DO UPDATE SET state = 'running', turn = v.turn + 1, store_id = NULL, pass = NULL,
         started_at = excluded.started_at, finished_at = NULL, first_broken = NULL
       WHERE v.state <> 'running'`,
      [at],
    );
    await enqueueJobs(client, [JOB]);
  });
}

/**
 * Number of days until the next run. `INTACT_DAYS` applies after a run that found the log intact.
 * `FAILED_DAYS` applies after a run that could not finish.
 */
const INTACT_DAYS = 7;
const FAILED_DAYS = 1;

/**
 * True if it is time to call `beginRun`. The first run is due a week after the first checkpoint. A run that
 * has been in progress for a day counts as due, because `beginRun` then ensures that the run has its job.
 * After a run that found the log broken, no run is due. The broken place is reported until somebody starts
 * another run.
 */
export async function isRunDue(pool: Pool, now: Date): Promise<boolean> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const { rows } = await pool.query<{ due: boolean }>(
    `SELECT coalesce(
       (SELECT first_broken IS NULL AND CASE state WHEN 'done' THEN finished_at <= $1 WHEN 'failed' THEN finished_at <= $2
          ELSE started_at <= $2 END FROM log_verification),
       (SELECT at <= $1 FROM log_checkpoints ORDER BY size LIMIT 1),
       false) AS due`,
    [daysAgo(INTACT_DAYS), daysAgo(FAILED_DAYS)],
  );
  return rows[0]?.due === true;
}

/** Takes the run over. Returns undefined if no run is in progress. */
export async function takeTurn(pool: Pool): Promise<Turn | undefined> {
  const { rows } = await pool.query<{ turn: string; store_id: string | null; pass: StoredPass | null }>(
    `UPDATE log_verification SET turn = turn + 1 WHERE state = 'running' RETURNING turn, store_id, pass`,
  );
  const [row] = rows;
  return row && { number: Number(row.turn), storeId: row.store_id, pass: row.pass && fromStored(row.pass) };
}

/** Saves the progress. If another worker has taken the run over, writes nothing and returns false. */
export async function savePass(
  pool: Pool,
  turn: number,
  { storeId, pass }: { readonly storeId: string; readonly pass: PassState },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE log_verification SET store_id = $2, pass = $3 WHERE turn = $1 AND state = 'running'`,
    [turn, storeId, toStored(pass)],
  );
  return rowCount === 1;
}

export interface RunEnd {
  readonly at: Date;
  readonly state: 'done' | 'failed';
  /** The final progress; by default the saved progress stays. */
  readonly pass?: PassState;
  readonly firstBroken?: BrokenPlace | null;
}

/** Ends the run, or changes nothing if another worker has taken it over. */
export async function endRun(pool: Pool, turn: number, end: RunEnd): Promise<void> {
  const { at, state, pass, firstBroken = null } = end;
  await pool.query(
    `UPDATE log_verification SET state = $2, finished_at = $3, pass = coalesce($4, pass), first_broken = $5
     WHERE turn = $1 AND state = 'running'`,
    [turn, state, at, pass === undefined ? null : toStored(pass), firstBroken],
  );
}
