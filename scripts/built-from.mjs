// The commit of the sources. The build stores it next to its output, so that two versions with the same number
// in package.json can be distinguished (backend/src/platform/process/version.ts).
//   node scripts/built-from.mjs [<folder>]   prints it
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIGITS = 8;

/**
 * Returns the value of SIEGEL_COMMIT, which is for builds without a repository. If it is not set, returns the
 * commit that git reports for the folder, with `.changed` appended if tracked files differ from that commit.
 * @param folder must be the root of its own repository, because a folder inside another repository has no
 * commit of its own
 * @returns undefined if the commit is unknown
 */
export function commitOf(folder, { SIEGEL_COMMIT: fromEnvironment } = process.env) {
  if (fromEnvironment) return fromEnvironment;
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

/** Writes the commit into a file, unless it is unknown or the file already contains it. */
export function noteCommit(folder, file) {
  const commit = commitOf(folder);
  if (commit === undefined || (existsSync(file) && readFileSync(file, 'utf8') === commit)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, commit);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  console.log(commitOf(resolve(process.argv[2] ?? '.')) ?? '');
