import 'reflect-metadata';
import { type Ground, layGround } from './ground.js';
import { type NdaEvent, ndaStream } from './nda/nda.events.js';
import { ndaModel } from './nda/nda.model.js';
import { joinDatabase, readOperation } from './operator.js';
import { createLogger } from './platform/http/http-logger.js';
import { historyText, stateText } from './replay-text.js';

const USAGE = 'Usage: npm run replay -- <nda id> [--at <revision>]';

function parse(args: readonly string[]): { id: string; at: number | undefined } {
  const [id, flag, value, ...rest] = args;
  const at = value === undefined ? undefined : Number(value);
  const wrong = id === undefined || !/^[0-9a-f-]{36}$/i.test(id) || rest.length > 0 || (flag !== undefined && flag !== '--at');
  if (wrong || (flag === '--at' && (at === undefined || !Number.isInteger(at) || at < 0))) throw new Error(USAGE);
  return { id: id.toLowerCase(), at };
}

/** `npm run replay -- <nda id> [--at <revision>]`: prints an NDA's history, and what it was after a revision. */
async function main(args: readonly string[]): Promise<void> {
  const { id, at } = parse(args);
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
    const { events } = await ground.journal.load<NdaEvent>(ndaStream(id), at === undefined ? {} : { to: at });
    if (events.length === 0) throw new Error(`There is no NDA ${id}.`);
    console.log(historyText(events));
    console.log(stateText(events.reduce(ndaModel.evolve, ndaModel.initial)));
  } finally {
    await ground?.close();
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
