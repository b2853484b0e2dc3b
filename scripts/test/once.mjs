// Skips slow checks whose input files have not changed since the checks passed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, root } from '../workspace.mjs';

export const CACHE = join(root, '.cache/checks');

/** Inputs that every check has. */
const COMMON = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/test'];

/**
 * @param inputs files and folders that contain everything that the check reads
 * @returns undefined if the check has already passed for these files; else a function that records that it
 * passed
 */
export function unlessPassed(name, inputs) {
  const note = join(CACHE, name);
  const wanted = fingerprint([...COMMON, ...inputs]);
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted) return undefined;
  return () => {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(note, wanted);
  };
}
