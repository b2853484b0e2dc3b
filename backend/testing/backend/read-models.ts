import type { Infrastructure } from '@siegel/backend/app/infrastructure';
import { rebuildProjection } from '@siegel/backend/eventsourcing/projections/rebuild';
import { projectionsOf } from '@siegel/backend/app/projections';

/** Brings every read model up to the end of the log, where nothing in the background does it. */
export async function readModelsOf(infrastructure: Infrastructure): Promise<void> {
  for (const projection of projectionsOf(infrastructure))
    await rebuildProjection({ ...infrastructure, projection });
}
