// Lets slow checks be skipped if their input files have not changed since the last time they passed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, root } from '../workspace.mjs';

export const CACHE = join(root, '.cache/checks');

/** Inputs that every check has. */
const COMMON = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/test'];

/**
 * @param inputs files and folders that together contain everything that the check reads
 * @returns undefined if the check has already passed for these inputs; otherwise a function to call when the
 * check has passed
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
