// Turns the commands that the recipes name into programs that run in a copy of the repository.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf } from './page.mjs';

/** Commands that a recipe may name but that are not run, with the reasons. */
const NOT_RUN = [
  // Everything is compiled once, before anything runs.
  /^npm run typecheck$/,
  /^npx tsc -b$/,
  // Apart from the types, this command checks how sources are written, and not what they do.
  /^npm run check$/,
  // The output of this command is for people to read.
  /^npm run mails$/,
  // These need a browser or a registry.
  /^npm run pictures$/,
  /^npm run screenshots\b/,
  /^npm run lock$/,
  /^npm (?:install|ci)\b/,
];
/** Commands that run at most once, in this order. */
const ONCE = [
  'npm run catalogue',
  'npm run folds',
  'npm run api',
  'npm run rules',
  'node scripts/citations.mjs',
];
const JEST = /^cd (contracts|backend|frontend) +&& npx jest\b(.*)$/;

/**
 * True if an argument names specs of a later tier. Such specs need a separate run, because naming one of them
 * changes the tier of the whole run.
 */
const isLater = (word) => /\.(?:all|long)\.spec/.test(word);

const runOf = (workspace, words) => ({ workspace, words });

/**
 * Returns the jest runs in one workspace, one for each tier. A jest call without arguments runs all specs of
 * the workspace.
 */
function runsOf(workspace, calls) {
  const words = [...new Set(calls.flat())];
  const now = words.filter((word) => !isLater(word));
  const later = words.filter(isLater);
  const runsAll = calls.some((call) => call.length === 0);
  return [
    ...(runsAll || now.length > 0 ? [runOf(workspace, runsAll ? [] : now)] : []),
    ...(later.length > 0 ? [runOf(workspace, later)] : []),
  ];
}

/** Returns a recipe's commands. In them, `<name>` is replaced by the name that the recipe's steps use. */
const called = ({ text, name = '<name>' }) =>
  commandsOf(text).map((command) => command.replaceAll('<name>', name));

const jestOf = (recipe) =>
  called(recipe).flatMap((command) => {
    const [, workspace, words] = JEST.exec(command) ?? [];
    return workspace === undefined ? [] : [{ workspace, words: words.split(' ').filter(Boolean) }];
  });

/**
 * Returns the paths of a workspace's specs, including specs that the recipes create. The paths are relative
 * to the root of the repository.
 */
function specsOf(root, workspace, changes) {
  const there = ['src', 'testing', 'bench'].flatMap((name) => {
    const folder = join(root, workspace, name);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${workspace}/${name}/${file}`,
    );
  });
  return [...there, ...changes.keys()].filter(
    (file) => file.startsWith(`${workspace}/`) && /\.spec\.tsx?$/.test(file),
  );
}

/**
 * Finds arguments of jest commands that match no spec. With such an argument, jest would run nothing and
 * report no error.
 * @param changes files that the recipes create or change, by their path
 * @returns one line for each such argument
 */
export function withoutSpec(root, recipes, changes) {
  return recipes.flatMap((recipe) =>
    jestOf(recipe).flatMap(({ workspace, words }) => {
      const specs = specsOf(root, workspace, changes);
      return words
        .filter((word) => !specs.some((spec) => new RegExp(word).test(spec)))
        .map(
          (word) => `${word}: the recipe '${recipe.heading}' runs it in ${workspace}, and no spec is there`,
        );
    }),
  );
}

/**
 * @returns `once`: the commands that run once; `jest`: one entry for each jest run, with its workspace and
 * its arguments
 * @throws Error if a recipe names an unknown command
 */
export function workOf(recipes) {
  const commands = [...new Set(recipes.flatMap(called))];
  const calls = new Map();
  for (const command of commands) {
    const [, workspace, words] = JEST.exec(command) ?? [];
    if (workspace !== undefined)
      calls.set(workspace, [...(calls.get(workspace) ?? []), words.split(' ').filter(Boolean)]);
    else if (!ONCE.includes(command) && !NOT_RUN.some((known) => known.test(command)))
      throw new Error(
        `A recipe names \`${command}\`, which scripts/test-recipes/commands.mjs does not know.`,
      );
  }
  return {
    once: ONCE.filter((command) => commands.includes(command)),
    jest: [...calls].flatMap(([workspace, each]) => runsOf(workspace, each)),
  };
}
