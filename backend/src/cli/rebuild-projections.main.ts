import 'reflect-metadata';
import { withInfrastructure } from './operator-context.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { rebuildProjection } from '../eventsourcing/projections/rebuild.js';
import { projections } from '../app/projections.js';
import { runCommand } from './run-cli.js';
import { OperatorError } from '../platform/operator-error.js';

/**
 * `npm run projections:rebuild [-- <name> …]`: rebuilds read models from the first event while the system keeps
 * serving.
 */
async function main(names: readonly string[]): Promise<void> {
  await withInfrastructure(async (infrastructure) => {
    const wanted = projections.filter(({ name }) => names.length === 0 || names.includes(name));
    const unknown = names.filter((name) => !projections.some((projection) => projection.name === name));
    if (unknown.length > 0)
      throw new OperatorError(
        `No projection is named ${unknown.join(', ')}. There are: ${projections.map(({ name }) => name).join(', ')}.`,
      );
    for (const projection of wanted) {
      const result = await rebuildProjection({
        ...infrastructure,
        projection: projection as unknown as Projection,
      });
      if (result !== undefined)
        console.log(`${result.projection}: ${result.events} events in ${result.milliseconds} ms`);
    }
  });
}

runCommand(main);
