import { HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { PassState } from '../pass-state.js';
import {
  fromStored,
  isSealedProgress,
  nextTurn,
  type SealKeys,
  sealProgress,
  type StoredPass,
  toStored,
} from '../sealed-pass.js';

/** A finished round. Every event from before its start was verified in it. */
export interface FinishedRound {
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
}

/** How far the pass over the log is. */
export interface RoundState {
  /** The store that the positions in `pass` refer to. */
  readonly storeId: string;
  /** Counted from 1. */
  readonly round: number;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  /** Null between two rounds. */
  readonly pass: PassState | null;
  /** The last finished round; null before the first one has ended. */
  readonly last: FinishedRound | null;
  /** Time at which the first round began. */
  readonly firstAt: string;
  /** False if this round found the tree or a checkpoint broken. */
  readonly isTreeIntact: boolean;
}

type StoredRound = Omit<RoundState, 'pass'> & {
  readonly pass: StoredPass | null;
  /** Time at which the row was written. */
  readonly savedAt: string;
};

/**
 * Milliseconds for which a process continues from the row of another one. An older row is no reason to pass
 * over anything: somebody may have kept a row of an earlier round and put it back.
 */
const FRESH_MS = HOUR_MS;

interface PassRow {
  readonly turn: string;
  readonly state: StoredRound | null;
  readonly mac: string | null;
}

/** The row as a process found it when it began its turn. */
export interface FoundRound {
  readonly turn: number;
  /** Undefined if there is no state, or if this service did not write it. */
  readonly state: RoundState | undefined;
  /** True if the state is new enough to continue from. */
  readonly isFresh: boolean;
  readonly isForged: boolean;
}

/** Begins a turn. Afterwards no earlier turn can write. Makes the row if it is missing. */
export async function takeRound(pool: Pool, keys: SealKeys, now: Date): Promise<FoundRound> {
  const { rows } = await pool.query<PassRow>(
    `INSERT INTO log_pass AS p (turn) VALUES (1)
     ON CONFLICT (single) DO UPDATE SET turn = ${nextTurn('p.turn')}
     RETURNING turn, state, mac`,
  );
  const { turn, state, mac } = rows[0] as PassRow;
  const isOurs = state !== null && isSealedProgress(keys, 'round', state, mac);
  return {
    turn: Number(turn),
    state: isOurs ? roundOf(state) : undefined,
    isFresh: isOurs && Math.abs(now.getTime() - Date.parse(state.savedAt)) <= FRESH_MS,
    isForged: (state !== null || mac !== null) && !isOurs,
  };
}

/** Saves the state. Returns false if another turn has begun, or if the row is gone. Then nothing is written. */
export async function saveRound(
  pool: Pool,
  keys: SealKeys,
  turn: number,
  { state, now }: { readonly state: RoundState; readonly now: Date },
): Promise<boolean> {
  const { pass, ...rest } = state;
  const stored: StoredRound = { ...rest, pass: pass && toStored(pass), savedAt: now.toISOString() };
  const { rowCount } = await pool.query(
    'UPDATE log_pass SET state = $2, mac = $3 WHERE single AND turn = $1',
    [turn, stored, sealProgress(keys, 'round', stored)],
  );
  return rowCount === 1;
}

/** The last round that the row names, for the doctor. Undefined if this service did not write the row. */
export async function readRound(pool: Pool, keys: SealKeys): Promise<RoundState | undefined> {
  const { rows } = await pool.query<PassRow>('SELECT turn, state, mac FROM log_pass WHERE single');
  const [{ state, mac } = { state: null, mac: null }] = rows;
  return state !== null && isSealedProgress(keys, 'round', state, mac) ? roundOf(state) : undefined;
}

/** True if the first state is further than the second one. */
export const isFurther = (one: RoundState, other: RoundState): boolean =>
  one.round === other.round ? doneIn(one) > doneIn(other) : one.round > other.round;

/** Events and leaves that a round has passed. A round that has ended is further than any that has not. */
const doneIn = ({ pass }: RoundState): number =>
  pass === null ? Number.POSITIVE_INFINITY : pass.events + pass.foreign + pass.leaves;

function roundOf(stored: StoredRound): RoundState {
  const { savedAt: _, pass, ...rest } = stored;
  return { ...rest, pass: pass && fromStored(pass) };
}
