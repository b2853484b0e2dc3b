import type { Infrastructure } from '../app/infrastructure.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { rebuildProjection } from '../eventsourcing/projections/rebuild.js';
import { projections } from '../app/projections.js';

/** Brings every read model up to the end of the log, where nothing in the background does it. */
export async function readModelsOf(infrastructure: Infrastructure): Promise<void> {
  for (const projection of projections)
    await rebuildProjection({ ...infrastructure, projection: projection as unknown as Projection });
}
