import { mkdir } from 'node:fs/promises';
import type { Pool } from 'pg';
import { type CloseStack, closedAfter } from '../platform/wiring/close-stack.js';
import { lockDataDir } from '../platform/embedded-postgres/data-dir-lock.js';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded.js';
import { silentLogger } from '../platform/logging/logger.js';
import { createPool } from '../platform/postgres/pool.js';
import { copyDatabase } from './copy-database.js';
import type { Interruption } from './interruption.js';
import { requireNoBackend } from './no-backend.js';

export interface CopyBetween {
  /**
   * Source and target are each a postgres:// URL, or a DATA_DIR with an embedded database. If the target's
   * folder is missing, it is created.
   */
  readonly from: string;
  readonly to: string;
  /** True if the target's data may be replaced. */
  readonly overwrite: boolean;
  readonly say: (line: string) => void;
  readonly interruption: Interruption;
}

/** Returns the URL of a database. An embedded database is locked and started first. @throws DataDirInUse */
async function openDatabaseAt(address: string, closing: CloseStack): Promise<string> {
  if (/^postgres(ql)?:\/\//.test(address)) return address;
  await mkdir(address, { recursive: true, mode: 0o700 });
  const lock = await lockDataDir(address);
  closing.add(() => lock.release());
  const server = await startEmbeddedPostgres({ dataDir: address, logger: silentLogger });
  closing.add(() => server.stop());
  return server.url;
}

/**
 * Opens a separate connection for the checks during the copy. The connection that copies cannot make these
 * checks, because its snapshot shows only the state at the beginning of the copy.
 */
function inspectionPool(url: string, cut: AbortSignal, closing: CloseStack): Pool {
  const pool = createPool(url, { max: 1, cut });
  closing.add(() => pool.end());
  return pool;
}

/**
 * Copies all rows of all tables, or none.
 * @throws CopyRefused; DataDirInUse; OperatorError while a backend serves on one of the two databases
 */
export const copyBetween = ({ from, to, overwrite, say, interruption }: CopyBetween): Promise<void> =>
  interruption.whileOpen(() =>
    closedAfter(async (closing) => {
      const { signal } = interruption;
      const source = await openDatabaseAt(from, closing);
      signal.throwIfAborted();
      const target = await openDatabaseAt(to, closing);
      signal.throwIfAborted();
      const pools = {
        source: inspectionPool(source, signal, closing),
        target: inspectionPool(target, signal, closing),
      };
      const requireUnused = (which: 'source' | 'target'): Promise<void> =>
        requireNoBackend(pools[which], `the ${which}`);
      const onTable = (table: string, rows: number): void => say(`${table}: ${rows} rows`);
      await copyDatabase(source, target, { overwrite, onTable, requireUnused, signal });
    }),
  );
