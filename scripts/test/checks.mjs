// Runs all checks of the sources. Each check runs even if others fail, so that one run reports everything.
import { join } from 'node:path';
import { compile } from '../compiler.mjs';
import { root, run, runPackage } from '../workspace.mjs';
import { CACHE, unlessPassed } from './once.mjs';
import { check } from './tally.mjs';

const SOURCES = ['contracts/src', 'backend/src', 'backend/testing', 'backend/bench', 'frontend/src'];

/**
 * Folders that are linted separately. A folder is linted again if it or a folder in `dependsOn` has changed,
 * because lint rules that use types also read the files in `dependsOn`. The few sources outside these folders
 * are always linted.
 */
const LINTED = [
  { folder: 'contracts', dependsOn: [] },
  { folder: 'backend', dependsOn: ['contracts/src'] },
  { folder: 'frontend', dependsOn: ['contracts/src'] },
];

async function lint() {
  const folders = LINTED.map(({ folder, dependsOn }) => ({
    folder,
    pass: unlessPassed(`lint-${folder}`, ['.oxlintrc.json', folder, ...dependsOn]),
  }));
  const left = folders.filter(({ pass }) => pass === undefined);
  const without = left.flatMap(({ folder }) => ['--ignore-pattern', `${folder}/**`]);
  await runPackage('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', ...without]);
  for (const { pass } of folders) pass?.();
}

async function boundaries() {
  const pass = unlessPassed('boundaries', ['.dependency-cruiser.mjs', ...SOURCES]);
  if (pass === undefined) return;
  const words = ['--config', '.dependency-cruiser.mjs', ...SOURCES];
  await runPackage('dependency-cruiser/bin/dependency-cruise.mjs', words);
  pass();
}

/**
 * Checks the house rules if a source has changed since they last passed. The check needs the types of all
 * sources.
 */
async function houseRules() {
  const rules = ['scripts/house-rules.mjs', 'scripts/house-rules'];
  const pass = unlessPassed('house-rules', [...rules, 'contracts', 'backend', 'frontend']);
  if (pass === undefined) return;
  await script('house-rules.mjs')();
  pass();
}

const unused = () =>
  runPackage('knip/bin/knip.js', ['--no-progress', '--cache', '--cache-location', join(CACHE, 'knip')]);

const script =
  (name, ...words) =>
  () =>
    run(process.execPath, [join(root, 'scripts', name), ...words]);

/**
 * Runs all checks. Types are checked first, because other checks read the compiler's output. The compiler
 * writes its output even if sources have errors.
 * @returns true if the types are right
 */
export async function checks() {
  const typesAreRight = await check('Types', () => compile());
  await Promise.all([
    check('Format', () => runPackage('@biomejs/biome/bin/biome', ['format', '.'])),
    check('Lint', lint),
    check('Module boundaries', boundaries),
    check('Unused code', unused),
    check('Citations and links', script('citations.mjs')),
    check('Index of the rules', script('rules-index.mjs', '--check')),
    check('House rules', houseRules),
    check('Prose of changed lines', script('style.mjs')),
    check('Marks of merge conflicts', script('conflict-marks.mjs')),
    check('One price', script('prices.mjs')),
    check('A lock file for every platform', script('lock-platforms.mjs', '--check')),
  ]);
  return typesAreRight;
}
