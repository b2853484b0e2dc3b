import type { Pool } from 'pg';
import { enqueueJobs, type KeyedJob } from '../platform/jobs/enqueue.js';
import { transaction } from '../platform/postgres/pool.js';
import type { PassState } from './pass-state.js';
import {
  fromStored,
  isSealedProgress,
  nextTurn,
  type SealKeys,
  sealProgress,
  type StoredPass,
  toStored,
} from './sealed-pass.js';
import type { BrokenPlace } from './verify-stream.js';

export const VERIFY_LOG = 'verify-log';
const JOB: KeyedJob = { task: VERIFY_LOG, payload: {}, key: VERIFY_LOG };

/** How far a verification of the whole log is, as the row says. */
export interface ShownProgress {
  readonly events: number;
  /** Number of leaves at the start of the verification. */
  readonly size: number;
  /** Number of other programs' events that were skipped. */
  readonly foreign: number;
  /** Number of verified checkpoints. */
  readonly checkpoints: number;
}

/** The current verification of the whole log, or the last verification if none is running. */
export interface VerificationRun {
  readonly state: 'running' | 'done' | 'failed';
  /** Null before the first batch. */
  readonly pass: ShownProgress | null;
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
  readonly startedAt: string;
  readonly storeId: string | null;
  /** Null before the first batch, and if this service did not write the stored progress. */
  readonly pass: PassState | null;
  /** True if the row has a progress that this service did not write. */
  readonly isForged: boolean;
}

interface RunRow {
  readonly state: VerificationRun['state'];
  readonly pass: Partial<StoredPass> | null;
  readonly mac: string | null;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly first_broken: BrokenPlace | null;
}

/**
 * Returns the run that the row describes. A result that this service did not write counts as a failed run:
 * its verdict would mean nothing. A version of the program without MACs left such a result too.
 */
export async function readRun(pool: Pool, keys: SealKeys): Promise<VerificationRun | undefined> {
  const { rows } = await pool.query<RunRow>(
    'SELECT state, pass, mac, started_at, finished_at, first_broken FROM log_verification',
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { state, pass, mac, first_broken: firstBroken } = row;
  const run = {
    pass: pass && shownIn(pass),
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at === null ? null : row.finished_at.toISOString(),
  };
  if (state === 'running') return { ...run, state, firstBroken: null };
  const { startedAt, finishedAt } = run;
  const result = resultOf({ startedAt, finishedAt, state, pass, firstBroken });
  return isSealedProgress(keys, 'result', result, mac)
    ? { ...run, state, firstBroken }
    : { ...run, state: 'failed', firstBroken: null };
}

interface RunResult extends Pick<VerificationRun, 'startedAt' | 'finishedAt' | 'state' | 'firstBroken'> {
  readonly pass: Partial<StoredPass> | null;
}

/** The parts of a result that the MAC covers. The progress of a failed run means nothing. */
const resultOf = ({ pass, ...rest }: RunResult): object => ({
  ...rest,
  pass: rest.state === 'done' ? pass : null,
});

const shownIn = ({ events, foreign, size, checkpoints }: Partial<StoredPass>): ShownProgress => ({
  events: events ?? 0,
  foreign: foreign ?? 0,
  size: size ?? 0,
  checkpoints: checkpoints?.count ?? 0,
});

/** Starts a run, unless a run is already in progress. In both cases, a job for the run exists afterwards. */
export function beginRun(pool: Pool, at: Date): Promise<void> {
  return transaction(pool, async (client) => {
    await client.query(
      `INSERT INTO log_verification AS v (state, turn, started_at) VALUES ('running', 1, $1)
       ON CONFLICT (single) DO UPDATE SET state = 'running', turn = ${nextTurn('v.turn')}, store_id = NULL, pass = NULL,
         mac = NULL, started_at = excluded.started_at, finished_at = NULL, first_broken = NULL
       WHERE v.state <> 'running'`,
      [at],
    );
    await enqueueJobs(client, [JOB]);
  });
}

interface TurnRow {
  readonly turn: string;
  readonly store_id: string | null;
  readonly pass: StoredPass | null;
  readonly mac: string | null;
  readonly started_at: Date;
}

/** Takes the run over. Returns undefined if no run is in progress. */
export async function takeTurn(pool: Pool, keys: SealKeys): Promise<Turn | undefined> {
  const { rows } = await pool.query<TurnRow>(
    `UPDATE log_verification SET turn = ${nextTurn('turn')} WHERE state = 'running'
     RETURNING turn, store_id, pass, mac, started_at`,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { store_id: storeId, pass, mac } = row;
  const startedAt = row.started_at.toISOString();
  const isOurs = pass !== null && isSealedProgress(keys, 'verification', { storeId, startedAt, pass }, mac);
  return {
    number: Number(row.turn),
    startedAt,
    storeId,
    pass: isOurs ? fromStored(pass) : null,
    // A version of the program without MACs left a progress without one.
    isForged: mac !== null && !isOurs,
  };
}

/** Saves the progress. If another worker has taken the run over, writes nothing and returns false. */
export async function savePass(
  pool: Pool,
  keys: SealKeys,
  { number, startedAt }: Pick<Turn, 'number' | 'startedAt'>,
  { storeId, pass }: { readonly storeId: string; readonly pass: PassState },
): Promise<boolean> {
  const stored = toStored(pass);
  const mac = sealProgress(keys, 'verification', { storeId, startedAt, pass: stored });
  const { rowCount } = await pool.query(
    `UPDATE log_verification SET store_id = $2, pass = $3, mac = $4 WHERE turn = $1 AND state = 'running'`,
    [number, storeId, stored, mac],
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
export async function endRun(
  pool: Pool,
  keys: SealKeys,
  { number, startedAt }: Pick<Turn, 'number' | 'startedAt'>,
  { at, state, pass, firstBroken = null }: RunEnd,
): Promise<void> {
  const stored = pass === undefined ? null : toStored(pass);
  const result = resultOf({ startedAt, finishedAt: at.toISOString(), state, pass: stored, firstBroken });
  await pool.query(
    `UPDATE log_verification SET state = $2, finished_at = $3, pass = coalesce($4, pass), mac = $5, first_broken = $6
     WHERE turn = $1 AND state = 'running'`,
    [number, state, at, stored, sealProgress(keys, 'result', result), firstBroken],
  );
}
