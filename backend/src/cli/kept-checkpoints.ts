import { UsageError } from '../platform/errors/operator-error.js';
import type { SignedCheckpoint } from '../proof/signed-checkpoints.js';
import { readArgumentBytes } from './argument-file.js';

const isCheckpoint = ({ size, root, at, keyId, signature }: SignedCheckpoint): boolean =>
  Number.isSafeInteger(size) &&
  size >= 0 &&
  [root, at, keyId, signature].every((text) => typeof text === 'string');

/** Copies the members of `SignedCheckpoint` and drops all other members. */
const alone = ({ size, root, at, keyId, signature }: SignedCheckpoint): SignedCheckpoint => ({
  size,
  root,
  at,
  keyId,
  signature,
});

function checkpointsIn(text: string): readonly SignedCheckpoint[] | undefined {
  try {
    const { items } = JSON.parse(text) as { items: readonly SignedCheckpoint[] };
    return items.every(isCheckpoint) ? items.map(alone) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a file of checkpoints that somebody kept outside of the service. Returns the checkpoints, smallest
 * first.
 * @throws UsageError
 */
export async function readCheckpointsFile(file: string): Promise<readonly SignedCheckpoint[]> {
  const items = checkpointsIn((await readArgumentBytes(file)).toString('utf8'));
  if (items === undefined) throw new UsageError(`${file} is not an answer of GET /api/checkpoints.`);
  if (items.length === 0) throw new UsageError(`${file} holds no checkpoint to compare the log with.`);
  return items.toSorted((one, other) => one.size - other.size);
}
