// Checks that take long are not made again for files that passed them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, root } from '../workspace.mjs';

export const CACHE = join(root, '.cache/checks');

/** What decides over each check. */
const COMMON = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/test'];

/**
 * @param inputs every file that the check reads is below one of them
 * @returns undefined where these files passed; else what notes that they did
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
