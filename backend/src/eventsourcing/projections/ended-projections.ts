import { removeCheckpoints, type StatementRunner } from '../subscriptions/checkpoints.js';

/**
 * Removes the checkpoints and tombstones of projections that this version no longer has. Call this in the
 * migration that drops the tables of these projections.
 */
export async function forgetEnded(runner: StatementRunner, names: readonly string[]): Promise<void> {
  await removeCheckpoints(runner, names);
  await runner.query('DELETE FROM projection_tombstones WHERE projection = ANY($1)', [names]);
}
