import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { isKeyName } from '../eventsourcing/trust/place-names.js';
import { dataDirsIn } from '../platform/config/data-dirs.js';
import { hasCode } from '../platform/errors/has-code.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';

/**
 * The names of retired keys, one a line. The file is outside of the database and is not part of the secrets, so it
 * is there after an older state of both was restored.
 */
const FILE = 'retired-keys';

/** Thrown if the keys that were retired would count again. */
export class RetiredKeyRevived extends OperatorError {
  constructor(names: readonly string[]) {
    super(`${revivedText(names)} The log was not changed.\n${REVIVED_REMEDY}`);
  }
}

export const revivedText = (names: readonly string[]): string =>
  `LOG_ADOPTED does not retire ${names.length === 1 ? 'the key' : 'the keys'} ${names.join(', ')} of APPEND_KEY, which an earlier LOG_ADOPTED retired: it is from before that, as after a restore. Whoever has such a key could write events that count.`;

export const REVIVED_REMEDY =
  'Restore the newest LOG_ADOPTED if database and event store are from after that adoption. Otherwise run siegel log:adopt, which retires them again (docs/operations/secrets.md).';

/**
 * Returns the names of all keys that were retired at an earlier start, as far as DATA_DIR knows them.
 * @param lists folder with the DATA_DIRs of all backends
 * @throws OperatorError if a file cannot be read
 */
export async function retiredEarlier(
  dataDir: string | undefined,
  lists?: string,
): Promise<readonly string[]> {
  const folders = [
    ...(dataDir === undefined ? [] : [dataDir]),
    ...(lists === undefined ? [] : await dataDirsIn(lists)),
  ];
  const found = await Promise.all(folders.map((folder) => namesIn(join(folder, FILE))));
  return [...new Set(found.flat())];
}

function unreadable(path: string, cause: Error): never {
  throw new OperatorError(`${path} cannot be read: ${cause.message}`, { cause });
}

/** Returns the keys of the list that were retired earlier and count now. */
export const revivedKeys = (
  { names }: Pick<AppendKeys, 'names'>,
  retired: readonly string[],
  earlier: readonly string[],
): readonly string[] => earlier.filter((name) => names.includes(name) && !retired.includes(name));

/** Adds retired keys to those that DATA_DIR knows. A folder that cannot be written to stops no start. */
export async function keepRetired(
  dataDir: string,
  retired: readonly string[],
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  try {
    const known = await namesIn(join(dataDir, FILE));
    const missing = retired.filter((name) => !known.includes(name));
    if (missing.length === 0) return;
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // The text begins with a line feed, so that a line that a crash cut off does not merge with the new ones.
    await appendFile(join(dataDir, FILE), `\n${missing.join('\n')}\n`, { mode: 0o600, flush: true });
  } catch (error) {
    logger.warn(
      { file: join(dataDir, FILE), ...describeError(error) },
      'The names of the retired keys could not be written to DATA_DIR. After a restore nobody would notice that LOG_ADOPTED is older than their retirement.',
    );
  }
}

/** Skips lines that are no names of keys. */
async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n').filter(isKeyName);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT') || hasCode(cause, 'ENOTDIR')) return [];
    return unreadable(path, cause as Error);
  }
}
