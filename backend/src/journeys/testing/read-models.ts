import type { Ground } from '../../ground.js';
import type { Projection } from '../../platform/projections/projection.js';
import { rebuildProjection } from '../../platform/projections/rebuild.js';
import { projections } from '../../projections.js';

/** Brings every read model up to the end of the log, where nothing in the background does it. */
export async function readModelsOf(ground: Ground): Promise<void> {
  for (const projection of projections) await rebuildProjection({ ...ground, projection: projection as unknown as Projection });
}
