// The commands that the recipes name, made to what runs in a copy of the repository.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf } from './page.mjs';

/** What a recipe may name besides, and why it is not run again. */
const NOT_RUN = [
  // All of it is compiled once, before anything is run.
  /^npm run typecheck$/,
  /^npx tsc -b$/,
  // The checks besides the types are of the sources as they are written, not of what they do.
  /^npm run check$/,
  // Opens what it made to somebody who looks at it.
  /^npm run mails$/,
  // Need a browser, or a registry.
  /^npm run pictures$/,
  /^npm run screenshots\b/,
  /^npm run lock$/,
  /^npm (?:install|ci)\b/,
];
/** Each once, in this order. */
const ONCE = ['npm run catalogue', 'npm run folds', 'node scripts/citations.mjs'];
const JEST = /^cd (contracts|backend|frontend) +&& npx jest\b(.*)$/;

/** Who names a file of a later tier runs that tier, and nothing else is to come into it. */
const isLater = (word) => /\.(?:all|long)\.spec/.test(word);

const runOf = (workspace, words) => ({ workspace, words });

/** Specs of one workspace are one run. Without words it is all of them. */
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

/** The commands of a recipe; `<name>` in them is the name that its steps give to what they make. */
const called = ({ text, name = '<name>' }) =>
  commandsOf(text).map((command) => command.replaceAll('<name>', name));

const jestOf = (recipe) =>
  called(recipe).flatMap((command) => {
    const [, workspace, words] = JEST.exec(command) ?? [];
    return workspace === undefined ? [] : [{ workspace, words: words.split(' ').filter(Boolean) }];
  });

/** From the root of the repository: those that are there, and those that the recipes make. */
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
 * What the commands of jest name and no spec has in its path: nothing of it would be run, and nobody told.
 * @param changes files that the recipes make, by their path
 * @returns a line each
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
 * @returns `once`: programs with their words; `jest`: folders with the words of their run
 * @throws Error where a recipe names a command of which nothing is known here
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
        `A recipe names \`${command}\`, of which scripts/test-recipes/commands.mjs knows nothing.`,
      );
  }
  return {
    once: ONCE.filter((command) => commands.includes(command)),
    jest: [...calls].flatMap(([workspace, each]) => runsOf(workspace, each)),
  };
}
