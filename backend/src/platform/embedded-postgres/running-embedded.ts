import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUPERUSER } from './server-process.js';
import { OperatorError } from '../errors/operator-error.js';

/**
 * Returns the address of the embedded PostgreSQL that another of our processes runs on this DATA_DIR.
 * Commands that run beside a serving backend use this function.
 * @throws Error if no embedded database was ever created there
 */
export async function embeddedUrlOf(dataDir: string): Promise<string> {
  const note = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as {
    password?: string;
    port?: number;
  };
  if (note.password === undefined || note.port === undefined)
    throw new OperatorError(
      `${dataDir} holds no embedded database, or one that was never started. Is DATA_DIR right?`,
    );
  return `postgres://${SUPERUSER}:${note.password}@127.0.0.1:${note.port}/siegel`;
}
