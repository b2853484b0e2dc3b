import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../errors/has-code.js';
import { syncFolder } from './sync-folder.js';

async function write(path: string, value: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(value, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Returns the secret in this file; undefined if there is no file. Narrows the file's permissions if they are
 * too wide.
 */
export async function readSecretFile(path: string): Promise<string | undefined> {
  const text = await peekSecretFile(path);
  if (text !== undefined) await chmod(path, 0o600);
  return text;
}

/** Like `readSecretFile`, but leaves the permissions unchanged. */
export async function peekSecretFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Writes `value` to a file that does not exist yet. Only the owner of the file can read it. If several
 * processes try at once, exactly one of them succeeds, and all of them return the value that it wrote. To
 * achieve this, each process writes a temporary file and links it to the final path. The link fails if the
 * final path already exists.
 */
export async function writeSecretOnce(path: string, value: string): Promise<{ text: string; made: boolean }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomUUID()}`;
  try {
    await write(aside, value);
    await link(aside, path);
    return { text: value, made: true };
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const kept = await readSecretFile(path);
    if (kept === undefined) throw error;
    return { text: kept, made: false };
  } finally {
    await rm(aside, { force: true });
  }
}

/**
 * Writes `value` to a file, and replaces the file if it exists. Only the owner of the file can read it. After a
 * crash the file holds either the old or the new value.
 */
export async function replaceSecret(path: string, value: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomUUID()}`;
  try {
    await write(aside, value);
    await rename(aside, path);
  } finally {
    await rm(aside, { force: true });
  }
  await syncFolder(folder);
}
