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
  /** Names of projections; if there are none, all projections are rebuilt. */
  readonly names: readonly string[];
  readonly say: (line: string) => void;
}

/**
 * Rebuilds read models from the first event while the system keeps serving. If database and event store were
 * restored to different moments, it also repairs everything that has read beyond the end of the log: it
 * rebuilds those read models, lets reactions start over, and records lost erasures in the log again. After an
 * interruption it can be run again, because a start still refuses everything that is not repaired yet.
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
 * Records in a restored log the erasures that it lost, from the list of this DATA_DIR. A row that marks a key
 * as destroyed is not enough. At its next start each backend compares its whole list again.
 */
async function recordDestructions(infrastructure: Infrastructure, erasers: Erasers): Promise<void> {
  await forgetListPositions(infrastructure.pool);
  await applyListedErasures({ ...infrastructure, ...erasers });
  await forgetListPositions(infrastructure.pool);
}
