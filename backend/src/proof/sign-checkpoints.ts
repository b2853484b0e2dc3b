import { HOUR_MS } from '@siegel/contracts/limits';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { signCheckpoint, type SigningParts } from './signed-checkpoints.js';
import { treeSize } from './stored-tree.js';

/** A checkpoint every so many minutes, where the log has grown (rule:log-is-checkpointed). */
export const signCheckpoints = (parts: SigningParts, minutes: number): Scheduled => ({
  name: 'sign-checkpoints',
  everyMs: (minutes * HOUR_MS) / 60,
  run: async () => {
    // Of an empty log there is nothing to prove.
    if ((await treeSize(parts.pool)) > 0) await signCheckpoint(parts);
  },
});
