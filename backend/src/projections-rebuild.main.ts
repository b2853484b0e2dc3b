import 'reflect-metadata';
import { onGround } from './operator.js';
import type { Projection } from './platform/projections/projection.js';
import { rebuildProjection } from './platform/projections/rebuild.js';
import { projections } from './projections.js';
import { runCommand } from './run-command.js';

/** `npm run projections:rebuild [-- <name> …]`: makes read models anew from the first event, beside a serving system. */
async function main(names: readonly string[]): Promise<void> {
  await onGround(async (ground) => {
    const wanted = projections.filter(({ name }) => names.length === 0 || names.includes(name));
    const unknown = names.filter((name) => !projections.some((projection) => projection.name === name));
    if (unknown.length > 0)
      throw new Error(`No projection is named ${unknown.join(', ')}. There are: ${projections.map(({ name }) => name).join(', ')}.`);
    for (const projection of wanted) {
      const result = await rebuildProjection({ ...ground, projection: projection as unknown as Projection });
      if (result !== undefined) console.log(`${result.projection}: ${result.events} events in ${result.milliseconds} ms`);
    }
  });
}

runCommand(main);
