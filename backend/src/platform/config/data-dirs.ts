import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors/operator-error.js';

/** Folder at the top of each file system of its own. Only root may enter it. */
const LOST_AND_FOUND = 'lost+found';

/** True for a link to a folder too. */
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Returns the paths of the DATA_DIRs of all backends, sorted: each folder in this folder is one. A DATA_DIR that
 * cannot be read is among them, so that nobody passes over the evidence in it without a word.
 * @throws OperatorError if the folder cannot be read
 */
export async function dataDirsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: Error) => {
    throw new OperatorError(`The folder ${folder} cannot be read: ${cause.message}`, { cause });
  });
  const paths = names.filter((name) => name !== LOST_AND_FOUND).map((name) => join(folder, name));
  const areFolders = await Promise.all(paths.map(isFolder));
  return paths.filter((_, n) => areFolders[n]).toSorted();
}
