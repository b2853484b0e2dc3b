import { projectionsOf } from '../app/projections.js';
import type { Infrastructure } from '../app/infrastructure.js';
import type { Erasers } from '../app/erasers.js';
import { applyListedErasures } from '../erasure/apply-listed-erasures.js';
import { forgetListPlaces } from '../erasure/list-places.js';
import { rebuildProjection } from '../eventsourcing/projections/rebuild.js';
import { refusedCheckpoints, restartCheckpoints } from '../eventsourcing/subscriptions/checkpoints.js';
import { UsageError } from '../platform/errors/operator-error.js';

export interface RebuildParts {
  readonly infrastructure: Infrastructure;
  readonly erasers: Erasers;
  /** Names of projections; all, where none is given. */
  readonly names: readonly string[];
  readonly say: (line: string) => void;
}

/**
 * Makes read models anew from the first event while the system keeps serving. Where database and event store
 * come from two moments, all that has read further than the log goes is set right too: read models are made
 * anew, reactions start over, and what was erased since is erased in the log again. May be run again after an
 * interruption: what was not set right is still refused by a start.
 * @throws UsageError for a name that there is not
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
      `No projection is named ${unknown.join(', ')}. There are: ${projections.map(({ name }) => name).join(', ')}.`,
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
 * A log that was put back to before erasures is told of them again, as the list of this DATA_DIR has them; that a row
 * says that a key was destroyed is not enough. Each backend compares all of its own list anew at its next start.
 */
async function recordDestructions(infrastructure: Infrastructure, erasers: Erasers): Promise<void> {
  await forgetListPlaces(infrastructure.pool);
  await applyListedErasures({ ...infrastructure, ...erasers });
  await forgetListPlaces(infrastructure.pool);
}
