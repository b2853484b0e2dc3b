/**
 * `npm run database:copy -- [--overwrite] <from> <to>`: each is a postgres:// URL, or a DATA_DIR whose embedded
 * server is started for the time of the copy.
 */
import { silentLogger } from '../platform/logging/logger.js';
import { type DataDirLock, lockDataDir } from '../platform/embedded-postgres/data-dir-lock.js';
import { copyDatabase } from './copy-database.js';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded.js';
import { runCommand } from './run-cli.js';
import { OperatorError } from '../platform/operator-error.js';

interface Place {
  readonly url: string;
  close(): Promise<void>;
}

async function main(parameters: readonly string[]): Promise<void> {
  const overwrite = parameters.includes('--overwrite');
  const [from, to, ...rest] = parameters.filter((parameter) => parameter !== '--overwrite');
  if (from === undefined || to === undefined || rest.length > 0) {
    throw new OperatorError(
      'Usage: npm run database:copy -- [--overwrite] <from> <to>, each a postgres:// URL or a DATA_DIR',
    );
  }
  const source = await open(from);
  try {
    const target = await open(to);
    try {
      await copyDatabase(source.url, target.url, {
        overwrite,
        onTable: (table, rows) => console.log(`${table}: ${rows} rows`),
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  console.log('All copied.');
}

async function open(place: string): Promise<Place> {
  if (/^postgres(ql)?:\/\//.test(place)) return { url: place, close: () => Promise.resolve() };
  const lock: DataDirLock = await lockDataDir(place);
  try {
    const server = await startEmbeddedPostgres({ dataDir: place, logger: silentLogger });
    return { url: server.url, close: () => server.stop().then(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

runCommand(main);
