import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { callersFolder } from '../platform/config/process-environment.js';
import { UsageError } from '../platform/errors/operator-error.js';

/**
 * Calls `read` with the full path that an argument names, and returns its result.
 * @throws UsageError with the path if the file cannot be used
 */
export async function readArgumentFile<Found>(
  path: string,
  read: (path: string) => Promise<Found>,
): Promise<Found> {
  const fullPath = resolve(callersFolder(), path);
  try {
    return await read(fullPath);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${fullPath} cannot be used: ${why}`, { cause });
  }
}

/** Reads the bytes of a file that an argument names. @throws UsageError */
export const readArgumentBytes = (path: string): Promise<Buffer> =>
  readArgumentFile(path, (whole) => readFile(whole));
