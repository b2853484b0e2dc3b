import { projectionsOf } from '../app/projections.js';
import type { Infrastructure } from '../app/infrastructure.js';
import type { Erasers } from '../app/erasers.js';
import { applyListedErasures } from '../erasure/apply-listed-erasures.js';
import { forgetListPositions } from '../erasure/list-positions.js';
import { rebuildProjection } from '../eventsourcing/projections/rebuild.js';
import { refusedCheckpoints, restartCheckpoints } from '../eventsourcing/subscriptions/checkpoints.js';
import { UsageError } from '../platform/errors/operator-error.js';

export interface RebuildParts {
  readonly infrastructure: Infrastructure;
  readonly erasers: Erasers;
  /** Names of the projections to rebuild. If there are none, all projections are rebuilt. */
  readonly names: readonly string[];
  readonly say: (line: string) => void;
}

/**
 * Rebuilds read models from the first event while the system keeps serving.
 *
 * If the database and the event store were restored to different moments, some checkpoints are beyond the end
 * of the log. `rebuildReadModels` then also rebuilds the read models of these checkpoints, restarts the
 * affected reactions from the first event, and records lost erasures in the log again. After an interruption
 * the command can be run again, because checkpoints that are not repaired yet are still recognised.
 * @throws UsageError for an unknown name
 */
export async function rebuildReadModels({
  infrastructure,
  erasers,
  names,
  say,
}: RebuildParts): Promise<void> {
  const { pool, store } = infrastructure;
  const projections = projectionsOf(infrastructure);
  const unknown = names.filter((name) => !projections.some((projection) => projection.name === name));
  if (unknown.length > 0)
    throw new UsageError(
      `No projection is named ${unknown.join(', ')}. The names are: ${projections.map(({ name }) => name).join(', ')}.`,
    );
  const refused = await refusedCheckpoints(pool, store);
  if (refused.length > 0) await recordDestructions(infrastructure, erasers);
  const wanted = projections.filter(
    ({ name }) => names.length === 0 || names.includes(name) || refused.includes(name),
  );
  for (const projection of wanted) {
    const result = await rebuildProjection({ ...infrastructure, projection });
    if (result !== undefined)
      say(`${result.projection}: ${result.events} events in ${result.milliseconds} ms`);
  }
  const others = refused.filter((name) => !projections.some((projection) => projection.name === name));
  await restartCheckpoints(pool, others, await store.storeId());
  for (const name of others) say(`${name}: starts over`);
}

/**
 * Records again the erasures that a restored log has lost. The erasures are read from the list in this
 * DATA_DIR, because a tombstone in the database is not enough to record an erasure. The saved list positions
 * are deleted, so each backend compares its whole list at its next start.
 */
async function recordDestructions(infrastructure: Infrastructure, erasers: Erasers): Promise<void> {
  await forgetListPositions(infrastructure.pool);
  await applyListedErasures({ ...infrastructure, ...erasers });
  await forgetListPositions(infrastructure.pool);
}
