import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { callersFolder } from '../platform/config/process-environment.js';
import { UsageError } from '../platform/errors/operator-error.js';

/**
 * What lies at a path that an argument names.
 * @throws UsageError with the path, where that cannot be read
 */
export async function given<Found>(path: string, read: (path: string) => Promise<Found>): Promise<Found> {
  const whole = resolve(callersFolder(), path);
  try {
    return await read(whole);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    // Not all errors of the operating system name it: 'EISDIR: illegal operation on a directory, read'.
    throw new UsageError(why.includes(whole) ? why : `${whole}: ${why}`, { cause });
  }
}

/** The same of the file's bytes. @throws UsageError */
export const givenBytes = (path: string): Promise<Buffer> => given(path, (whole) => readFile(whole));
