import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../errors/has-code.js';

async function write(path: string, value: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(value, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The secret kept in this file, or undefined where there is none. Rights that are too wide are narrowed. */
export async function readKept(path: string): Promise<string | undefined> {
  const text = await seeKept(path);
  if (text !== undefined) await chmod(path, 0o600);
  return text;
}

/** The same, and the file stays as it is. */
export async function seeKept(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Keeps `value` in a file that does not exist yet, readable by its owner alone. Of several processes that try
 * at once exactly one wins, and all return its value: the file is written aside and linked into place, which
 * fails when the place is taken.
 */
export async function keepOnce(path: string, value: string): Promise<{ text: string; made: boolean }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomUUID()}`;
  try {
    await write(aside, value);
    await link(aside, path);
    return { text: value, made: true };
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const kept = await readKept(path);
    if (kept === undefined) throw error;
    return { text: kept, made: false };
  } finally {
    await rm(aside, { force: true });
  }
}
