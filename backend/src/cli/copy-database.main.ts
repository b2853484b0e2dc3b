/**
 * `npm run database:copy -- [--overwrite] <from> <to>`: each is a postgres:// URL, or a DATA_DIR whose embedded
 * server is started for the time of the copy. The DATA_DIR of the target is made where it is missing.
 */
import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '../platform/logging/logger.js';
import { type DataDirLock, lockDataDir } from '../platform/embedded-postgres/data-dir-lock.js';
import { CopyRefused, copyDatabase } from './copy-database.js';
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
  if (!isUrl(from) && !existsSync(join(from, 'postgres')))
    throw new OperatorError(`${from} holds no embedded database.`);
  if (!isUrl(to)) await mkdir(to, { recursive: true, mode: 0o700 });
  if (!isUrl(from) && !isUrl(to) && (await realpath(from)) === (await realpath(to)))
    throw new CopyRefused('Source and target are the same folder.');
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

const isUrl = (place: string): boolean => /^postgres(ql)?:\/\//.test(place);

async function open(place: string): Promise<Place> {
  if (isUrl(place)) return { url: place, close: () => Promise.resolve() };
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
