import { openEventStore } from '../app/open-event-store.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { closedAfter } from '../platform/wiring/close-stack.js';
import { configOfThisProcess } from '../platform/config/process-environment.js';
import { operatorLogger } from './operator-logger.js';
import type { Pool } from 'pg';
import { hasTree } from '../proof/stored-tree.js';
import { createPool } from '../platform/postgres/pool.js';
import { assertRealSessions } from '../platform/postgres/real-sessions.js';
import { copyLog } from './copy-log.js';
import type { Interruption } from './interruption.js';
import { requireAuthenticatedSource } from './authenticated-source.js';
import { logCheckerOf } from './log-checker.js';
import { openDatabase } from './operator-context.js';

export interface MoveLog {
  /**
   * Source and target are each `postgres` (the database of this configuration) or the address of an
   * EventStoreDB.
   */
  readonly from: string;
  readonly to: string;
  readonly say: (line: string) => void;
  readonly interruption: Interruption;
}

/**
 * Moves the log of this configuration's database to another store.
 * @throws ConfigInvalid, and all errors of `copyLog`
 */
export async function moveLog({ from, to, say, interruption }: MoveLog): Promise<void> {
  const config = configOfThisProcess();
  const logger = operatorLogger();
  const { signal } = interruption;
  await interruption.whileOpen(() =>
    closedAfter(async (closing) => {
      const database = await openDatabase(config, logger);
      closing.add(() => database.close());
      signal.throwIfAborted();
      const pool = createPool(database.url, { logger, cut: signal });
      closing.add(() => pool.end());
      await assertRealSessions(pool);
      const open = async (address: string): Promise<EventStore> => {
        const url = address === 'postgres' ? undefined : address;
        const where = { url, databaseUrl: database.url, prefix: config.eventStorePrefix, cut: signal };
        const store = await openEventStore(where, logger);
        closing.add(() => store.close());
        return store;
      };
      const source = await open(from);
      if (to !== 'postgres') await requireGenuine(pool, source, say);
      await copyLog({ pool, from: source, to: await open(to), say });
    }),
  );
}

/** Without APPEND_KEY, nobody can say who wrote the events. @throws CopyRefused */
async function requireGenuine(pool: Pool, source: EventStore, say: (line: string) => void): Promise<void> {
  const { checker, isAccepted } = (await hasTree(pool)) ? await logCheckerOf(pool, source) : NOBODY;
  if (checker === undefined)
    return say('There is no APPEND_KEY here, so nobody checked who wrote the events.');
  await requireAuthenticatedSource(source, { checker, isAccepted });
  say('Every event of the source is authenticated.');
}

const NOBODY = { checker: undefined, isAccepted: () => false };
