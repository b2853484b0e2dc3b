// npm run test:recipes [-- <word>…]: tests the recipes of CONTRIBUTING.md. Applies the steps of each recipe
// (scripts/recipes/) to a copy of the repository, one recipe after another. Then compiles the copy and runs
// the commands that the recipes name. If words are given, only recipes whose heading contains one of the
// words are tested. Prints nothing if all recipes pass.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInterrupted, run } from './processes.mjs';
import { copyOfRepository } from './test-recipes/copy.mjs';
import { leftOver, readRecipes, takeAll } from './test-recipes/problems.mjs';
import { workOf } from './test-recipes/commands.mjs';
import { npm, ownTurn, requireNode, root } from './workspace.mjs';

const words = process.argv.slice(2);

function write(folder, changes) {
  for (const [file, text] of changes) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

const node = (cwd, ...args) => run(process.execPath, args, { cwd });

function runOnce(folder, command) {
  const [program, ...args] = command.split(' ');
  return program === 'npm' ? run(npm, args, { cwd: folder }) : node(folder, ...args);
}

/** Runs jest in the tier to which the named specs belong. */
async function jest(folder, { workspace, words }) {
  const program = join(folder, 'node_modules/jest/bin/jest.js');
  const tier = words.some((word) => word.includes('.all.spec')) ? 'all' : 'short';
  await run(process.execPath, [program, '--silent', ...words], {
    cwd: join(folder, workspace),
    env: { FORCE_COLOR: '0', TEST_TIER: tier },
  });
}

/**
 * Compiles the copy first, because nothing can run if its types are wrong. Then runs all commands and reports
 * all failures together.
 */
async function compileAndRun(folder, { once, jest: runs }) {
  await node(folder, 'scripts/compiler.mjs');
  const failures = [];
  const collect = (work) => work.catch(({ message }) => failures.push(message));
  for (const command of once) await collect(runOnce(folder, command));
  for (const one of runs) await collect(jest(folder, one));
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

async function walk() {
  const recipes = await readRecipes(root, words);
  if (recipes.length === 0) throw new Error(`No recipe has ${words.join(' or ')} in its heading.`);
  const { problems, changes } = takeAll(root, recipes);
  const all = [...leftOver(root), ...problems];
  if (all.length > 0) throw new Error(all.join('\n'));
  const work = workOf(recipes);
  const folder = copyOfRepository(root);
  write(folder, changes);
  await compileAndRun(folder, work);
}

requireNode();
if (process.env.npm_lifecycle_event !== undefined) await import('./end-with-parent.mjs');
await ownTurn('npm run test:recipes', console.log);
try {
  await walk();
} catch (error) {
  if (!isInterrupted()) console.error(error.message);
  process.exitCode = 1;
}
