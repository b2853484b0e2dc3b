import type { Pool } from 'pg';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { readCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { pause } from '../platform/async/pause.js';
import { CHECKPOINTER } from './checkpointer-name.js';
import { signCheckpoint, type SigningParts } from './sign-checkpoints.js';
import type { SignedCheckpoint } from './signed-checkpoints.js';

const POLL_MS = 50;
/** Maximum number of milliseconds to wait until the newest event has its leaf. */
const MET_WITHIN_MS = 2000;

type Log = Pick<TrustedLog, 'head' | 'isBefore'>;

/**
 * Waits until the events that are now in the log have leaves, but at most `MET_WITHIN_MS`. Then returns a
 * checkpoint over all leaves, and signs a new checkpoint if necessary.
 * @throws TreeNotContinued, CheckpointNotOurs, CheckpointBehind
 */
export async function checkpointOfAll(
  parts: SigningParts & { readonly log: Log },
): Promise<SignedCheckpoint> {
  await haveLeaves(parts.pool, parts.log);
  return signCheckpoint(parts);
}

/**
 * Waits until the events that are now in the log have leaves, but at most `MET_WITHIN_MS`. Returns true if
 * they do.
 */
export async function haveLeaves(pool: Pool, log: Log): Promise<boolean> {
  const head = await log.head();
  if (head === undefined) return true;
  const end = AbortSignal.timeout(MET_WITHIN_MS);
  for (;;) {
    const position = (await readCheckpoint(pool, CHECKPOINTER))?.position;
    if (position !== undefined && !log.isBefore(position, head)) return true;
    if (end.aborted) return false;
    await pause(POLL_MS, end);
  }
}
