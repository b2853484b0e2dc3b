import type { Infrastructure } from '#src/app/infrastructure';
import { rebuildProjection } from '#src/eventsourcing/projections/rebuild';
import { projectionsOf } from '#src/app/projections';

/** Brings every read model up to the end of the log, where nothing in the background does it. */
export async function readModelsOf(infrastructure: Infrastructure): Promise<void> {
  for (const projection of projectionsOf(infrastructure))
    await rebuildProjection({ ...infrastructure, projection });
}
