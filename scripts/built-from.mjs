// Which commit the sources are of, which the build leaves beside what it made, so that two versions are told apart that
// package.json calls the same (backend/src/platform/process/version.ts).
//   node scripts/built-from.mjs [<folder>]   prints it
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIGITS = 8;

/**
 * What SIEGEL_COMMIT says, for who builds without a repository; otherwise what git knows of the folder, with `.changed`
 * where files that it knows are not as they were committed.
 * @param folder a repository's own: what lies in one of somebody else's is none of its versions
 * @returns undefined where nobody knows it
 */
export function commitOf(folder, { SIEGEL_COMMIT: told } = process.env) {
  if (told) return told;
  const { status, stdout } = spawnSync(
    'git',
    [
      `--git-dir=${join(folder, '.git')}`,
      `--work-tree=${folder}`,
      'describe',
      '--always',
      '--exclude=*',
      '--abbrev=40',
      '--dirty=.changed',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) return undefined;
  const [, commit, changed] = /^([0-9a-f]{40})(\.changed)?\n$/.exec(stdout) ?? [];
  return commit && `${commit.slice(0, DIGITS)}${changed ?? ''}`;
}

/** Writes it into a file, where it is known and does not stand there yet. */
export function noteCommit(folder, file) {
  const commit = commitOf(folder);
  if (commit === undefined || (existsSync(file) && readFileSync(file, 'utf8') === commit)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, commit);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  console.log(commitOf(resolve(process.argv[2] ?? '.')) ?? '');
