import 'reflect-metadata';
import { type Ground, layGround } from './ground.js';
import { joinDatabase, readOperation } from './operator.js';
import { createLogger } from './platform/http/http-logger.js';
import type { Projection } from './platform/projections/projection.js';
import { rebuildProjection } from './platform/projections/rebuild.js';
import { projections } from './projections.js';

/** `npm run projections:rebuild [-- <name> …]`: makes read models anew from the first event, beside a serving system. */
async function main(names: readonly string[]): Promise<void> {
  const { config, secrets } = await readOperation();
  const logger = createLogger('warn');
  const database = await joinDatabase(config, logger);
  let ground: Ground | undefined;
  try {
    ground = await layGround({
      databaseUrl: database.url,
      eventStoreUrl: config.eventStoreUrl,
      eventStorePrefix: config.eventStorePrefix,
      secrets,
      logger,
    });
    const wanted = projections.filter(({ name }) => names.length === 0 || names.includes(name));
    const unknown = names.filter((name) => !projections.some((projection) => projection.name === name));
    if (unknown.length > 0)
      throw new Error(`No projection is named ${unknown.join(', ')}. There are: ${projections.map(({ name }) => name).join(', ')}.`);
    for (const projection of wanted) {
      const result = await rebuildProjection({ ...ground, projection: projection as unknown as Projection });
      if (result !== undefined) console.log(`${result.projection}: ${result.events} events in ${result.milliseconds} ms`);
    }
  } finally {
    await ground?.close();
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
