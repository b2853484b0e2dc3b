import type { Infrastructure } from '#src/app/infrastructure';
import { rebuildProjection } from '#src/eventsourcing/projections/rebuild';
import { projectionsOf } from '#src/app/projections';

/**
 * Updates every read model to the end of the log, for tests in which no projection runs in the background.
 */
export async function readModelsOf(infrastructure: Infrastructure): Promise<void> {
  for (const projection of projectionsOf(infrastructure))
    await rebuildProjection({ ...infrastructure, projection });
}
