import 'reflect-metadata';
import { copyLog } from './copy-log.js';
import { openEventStore } from '../app/open-event-store.js';
import { openDatabase } from './operator-context.js';
import { configOfThisProcess } from '../platform/config/process-environment.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { createLogger } from '../platform/logging/http-logger.js';
import type { Logger } from '../platform/logging/logger.js';
import { createPool } from '../platform/postgres/pool.js';
import { runCommand } from './run-cli.js';
import { OperatorError } from '../platform/operator-error.js';

const USAGE = `Usage: npm run events:copy -- --from <store> --to <store>
A store is \`postgres\` (the database of this configuration) or the address of an EventStoreDB (esdb://…). Stop every backend first.`;

interface Direction {
  readonly from: string;
  readonly to: string;
}

function parse(args: readonly string[]): Direction {
  const value = (flag: string): string | undefined => args[args.indexOf(flag) + 1];
  const [from, to] = [value('--from'), value('--to')];
  const complete = args.length === 4 && args.includes('--from') && args.includes('--to');
  if (!complete || from === undefined || to === undefined || from === to) throw new OperatorError(USAGE);
  return { from, to };
}

/**
 * `npm run events:copy -- --from … --to …`: moves the log to another store; then set EVENT_STORE_URL (or
 * unset it) and start.
 */
async function main(args: readonly string[]): Promise<void> {
  const { from, to } = parse(args);
  const config = configOfThisProcess();
  const logger: Logger = createLogger('warn');
  const database = await openDatabase(config, logger);
  const pool = createPool(database.url, { logger });
  const stores: EventStore[] = [];
  const open = async (place: string): Promise<EventStore> => {
    const store = await openEventStore(
      {
        url: place === 'postgres' ? undefined : place,
        databaseUrl: database.url,
        prefix: config.eventStorePrefix,
      },
      logger,
    );
    stores.push(store);
    return store;
  };
  try {
    await copyLog({ pool, from: await open(from), to: await open(to), say: console.log });
    console.log(
      to === 'postgres'
        ? 'Remove EVENT_STORE_URL and start.'
        : `Set EVENT_STORE_URL to the target and start.`,
    );
  } finally {
    for (const store of stores) await store.close();
    await pool.end();
    await database.close();
  }
}

runCommand(main);
