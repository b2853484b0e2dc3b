// Finds problems of recipes without running them: a recipe without steps, a step that no longer fits the
// sources, a file that a recipe edits but does not name. `node scripts/test-recipes/problems.mjs [<folder>]`
// prints them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withoutSpec } from './commands.mjs';
import { moduleOf, names, recipesOf } from './page.mjs';
import { take } from './steps.mjs';

const PAGE = 'CONTRIBUTING.md';
const STEPS = 'scripts/recipes';

/**
 * Returns the recipes that the words select. A word that is a whole heading selects only that recipe. Any
 * other word selects all recipes whose heading contains the word. Without words, returns all recipes.
 */
function wanted(recipes, words) {
  const isHeading = (word) => recipes.some(({ heading }) => heading === word);
  return recipes.filter(
    ({ heading }) =>
      words.length === 0 ||
      words.some((word) => heading === word || (heading.includes(word) && !isHeading(word))),
  );
}

/** @returns each recipe's heading and text, with its steps if it has a module */
export async function readRecipes(root, words = []) {
  const recipes = wanted(recipesOf(readFileSync(join(root, PAGE), 'utf8')), words);
  return Promise.all(
    recipes.map(async ({ heading, text }) => {
      const path = join(root, STEPS, moduleOf(heading));
      if (!existsSync(path)) return { heading, text };
      const { recipe } = await import(pathToFileURL(path).href);
      return { ...recipe, text, said: recipe.heading, heading };
    }),
  );
}

/**
 * Reads sources together with the changes that the steps have made so far. `changes` contains only the
 * changed files.
 */
function sourcesOf(root) {
  const changes = new Map();
  return {
    changes,
    read: (file) => {
      const path = join(root, file);
      return changes.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
    },
    write: (file, text) => changes.set(file, text),
  };
}

const messagesOf = (work) => {
  try {
    work();
    return [];
  } catch (error) {
    return [error.message];
  }
};

function problemsOf(root, { heading, said, text, steps, heldBy }, sources) {
  const where = `${STEPS}/${moduleOf(heading)}`;
  if (said === undefined) return [`${PAGE}: the recipe '${heading}' has no steps in ${where}`];
  if (said !== heading) return [`${where} calls the recipe '${said}' and not '${heading}'`];
  if (heldBy !== undefined)
    return existsSync(join(root, heldBy)) && names(text, heldBy)
      ? []
      : [`${where}: ${heldBy} is not there, or the recipe does not name it`];
  const unnamed = new Set(steps.map(({ file }) => file).filter((file) => !names(text, file)));
  return [
    ...steps.flatMap((step) => messagesOf(() => take(step, heading, sources))),
    ...[...unnamed].map((file) => `${file} is edited by the recipe '${heading}', which does not name it`),
  ];
}

/**
 * Applies all steps, one after another.
 * @returns one line for each problem, and the changed files by their path
 */
export function takeAll(root, recipes) {
  const sources = sourcesOf(root);
  const problems = recipes.flatMap((recipe) => problemsOf(root, recipe, sources));
  return {
    problems: [...problems, ...withoutSpec(root, recipes, sources.changes)],
    changes: sources.changes,
  };
}

/** Returns one line for each module with steps whose recipe is missing from the page. */
export function leftOver(root) {
  const known = recipesOf(readFileSync(join(root, PAGE), 'utf8')).map(({ heading }) => moduleOf(heading));
  return readdirSync(join(root, STEPS))
    .filter((name) => name.endsWith('.mjs') && !known.includes(name))
    .map((name) => `${STEPS}/${name} has steps of a recipe that ${PAGE} does not have`);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
  const problems = [...leftOver(root), ...takeAll(root, await readRecipes(root)).problems];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
