// What is wrong with the sources, all of it in one run: one check that fails keeps none of the others from being made.
import { join } from 'node:path';
import { compile } from '../compiler.mjs';
import { root, run, runPackage } from '../workspace.mjs';
import { CACHE, unlessPassed } from './once.mjs';
import { check } from './tally.mjs';

const SOURCES = ['contracts/src', 'backend/src', 'backend/testing', 'backend/bench', 'frontend/src'];

/** Folders with what they stand on: rules that know types read that as well. What is in none of them is soon read. */
const LINTED = [
  { folder: 'contracts', standsOn: [] },
  { folder: 'backend', standsOn: ['contracts/src'] },
  { folder: 'frontend', standsOn: ['contracts/src'] },
];

async function lint() {
  const looked = LINTED.map(({ folder, standsOn }) => ({
    folder,
    pass: unlessPassed(`lint-${folder}`, ['.oxlintrc.json', folder, ...standsOn]),
  }));
  const left = looked.filter(({ pass }) => pass === undefined);
  const without = left.flatMap(({ folder }) => ['--ignore-pattern', `${folder}/**`]);
  await runPackage('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', ...without]);
  for (const { pass } of looked) pass?.();
}

async function boundaries() {
  const pass = unlessPassed('boundaries', ['.dependency-cruiser.mjs', ...SOURCES]);
  if (pass === undefined) return;
  const words = ['--config', '.dependency-cruiser.mjs', ...SOURCES];
  await runPackage('dependency-cruiser/bin/dependency-cruise.mjs', words);
  pass();
}

const unused = () =>
  runPackage('knip/bin/knip.js', ['--no-progress', '--cache', '--cache-location', join(CACHE, 'knip')]);

const script =
  (name, ...words) =>
  () =>
    run(process.execPath, [join(root, 'scripts', name), ...words]);

/**
 * Types come first: other checks read what the compiler makes, also of sources with errors.
 * @returns whether the types are right
 */
export async function checks() {
  const typesAreRight = await check('Types', () => compile());
  await Promise.all([
    check('Format', () => runPackage('@biomejs/biome/bin/biome', ['format', '.'])),
    check('Lint', lint),
    check('Module boundaries', boundaries),
    check('Unused code', unused),
    check('Citations and links', script('citations.mjs')),
    check('House rules', script('house-rules.mjs')),
    check('Prose of changed lines', script('style.mjs')),
    check('What merges leave', script('conflict-marks.mjs')),
    check('One price', script('prices.mjs')),
    check('A lock file for every platform', script('lock-platforms.mjs', '--check')),
  ]);
  return typesAreRight;
}
