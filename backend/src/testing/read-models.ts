import type { Infrastructure } from '../app/infrastructure.js';
import { rebuildProjection } from '../eventsourcing/projections/rebuild.js';
import { projectionsOf } from '../app/projections.js';

/** Brings every read model up to the end of the log, where nothing in the background does it. */
export async function readModelsOf(infrastructure: Infrastructure): Promise<void> {
  for (const projection of projectionsOf(infrastructure))
    await rebuildProjection({ ...infrastructure, projection });
}
