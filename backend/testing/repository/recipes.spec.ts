import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importOf, runScript } from './script.js';

const ROOT = join(__dirname, '../../..');
const script = join(ROOT, 'scripts/test-recipes/problems.mjs');

/** Returns one line for each problem of a repository's recipes. */
function problemsIn(folder: string): readonly string[] {
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  const lines = stderr.trim().split('\n').filter(Boolean);
  expect(status).toBe(lines.length === 0 ? 0 : 1);
  return lines;
}

/** Returns the problems of a repository with these files. */
function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-recipes-'));
  try {
    for (const [path, text] of Object.entries({ 'scripts/recipes/README.md': '', ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return problemsIn(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const page = (...recipes: readonly string[]): string => ['# Page', '## Recipes', ...recipes].join('\n\n');
const steps = (heading: string, ...all: readonly object[]): string =>
  `export const recipe = ${JSON.stringify({ heading, steps: all })};`;

/**
 * This check takes a moment. `npm run test:recipes` takes minutes, because it also compiles and runs the
 * result of the steps.
 */
describe('the recipes of CONTRIBUTING.md', () => {
  it('have steps that fit the sources if applied in order, and name each file that they edit', () => {
    expect(problemsIn(ROOT)).toEqual([]);
  });
});

describe('the copy to which the recipes are applied', () => {
  it('has the packages, and keeps those of the repository if its own are deleted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'siegel-recipes-'));
    const files = [
      'node_modules/a/index.js',
      'node_modules/@siegel/own/index.js',
      'backend/node_modules/b/index.js',
      'frontend/src/index.js',
    ];
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    // Deletes each package, as `npm ci` does.
    const { exited, output } = runScript(`${importOf('copyOfRepository', 'test-recipes/copy.mjs')}
      import { existsSync, readdirSync, rmSync } from 'node:fs';
      const copy = copyOfRepository(${JSON.stringify(folder)});
      console.log(existsSync(copy + '/node_modules/a/index.js'), existsSync(copy + '/backend/node_modules/b/index.js'));
      for (const packages of ['node_modules', 'backend/node_modules', 'frontend/node_modules'])
        for (const name of readdirSync(copy + '/' + packages))
          rmSync(copy + '/' + packages + '/' + name, { recursive: true });`);
    expect([await exited, output()]).toEqual([0, 'true true\n']);
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe('the steps of a recipe', () => {
  const text = '### Add a word\n\n1. Write it into `words.txt`, and what it means under `meanings/`.\n';
  const files = { 'CONTRIBUTING.md': page(text), 'words.txt': 'one two two', 'unnamed.txt': 'one' };
  const withSteps = (...all: readonly object[]): readonly string[] =>
    problemsOf({ ...files, 'scripts/recipes/add-a-word.mjs': steps('Add a word', ...all) });

  it('may change a file before, after or at a text, and create a new file', () => {
    expect(
      withSteps(
        { file: 'words.txt', after: 'one', text: ' three' },
        { file: 'words.txt', before: ' three', text: ' four' },
        { file: 'words.txt', from: 'four three', to: 'five' },
        { file: 'words.txt', after: 'one five', text: ' six' },
        { file: 'meanings/five.txt', text: '5' },
      ),
    ).toEqual([]);
  });

  it('may depend on the matched text and on another file', () => {
    const source = `export const recipe = { heading: 'Add a word', steps: [
      { file: 'meanings/of.txt', text: 'version 9, of words' },
      { file: 'meanings/of.txt', from: /version \\d+/, to: (found, read) => found + '1 ' + read('words.txt') },
      { file: 'meanings/of.txt', after: 'version 91 one two two', text: '' },
      { file: 'meanings/of.txt', from: /o./, to: '' },
    ] };`;
    expect(problemsOf({ ...files, 'scripts/recipes/add-a-word.mjs': source })).toEqual([
      `meanings/of.txt: the recipe 'Add a word' looks for a text that is there 6 times: "/o./"`,
    ]);
  });

  it('must exist for each recipe, and belong to an existing recipe', () => {
    expect(problemsOf(files)).toEqual([
      "CONTRIBUTING.md: the recipe 'Add a word' has no steps in scripts/recipes/add-a-word.mjs",
    ]);
    expect(
      problemsOf({ 'CONTRIBUTING.md': page(), 'scripts/recipes/add-a-word.mjs': steps('Add a word') }),
    ).toEqual(['scripts/recipes/add-a-word.mjs has steps of a recipe that CONTRIBUTING.md does not have']);
  });

  it('are reported if their text does not occur exactly once, or if a file is unexpected or missing', () => {
    const faults = withSteps(
      { file: 'words.txt', after: 'two', text: '' },
      { file: 'words.txt', before: 'nine', text: '' },
      { file: 'meanings/none.txt', from: 'a', to: 'b' },
      { file: 'words.txt', text: 'anew' },
    );
    expect(faults).toEqual([
      `words.txt: the recipe 'Add a word' looks for a text that is there 2 times: "two"`,
      `words.txt: the recipe 'Add a word' looks for a text that is there 0 times: "nine"`,
      "meanings/none.txt: the recipe 'Add a word' changes this file, but it does not exist",
      "words.txt: the recipe 'Add a word' creates this file, but it exists",
    ]);
  });

  it('edit only files that the recipe names', () => {
    expect(withSteps({ file: 'unnamed.txt', after: 'one', text: ' two' })).toEqual([
      "unnamed.txt is edited by the recipe 'Add a word', which does not name it",
    ]);
  });

  it('accept names with a placeholder, several folders and links', () => {
    const named =
      '### Add a word\n\n1. Add `fixtures/<Type>.v1.json`, files under `de/` and `en/`, and [a page](page.md).\n';
    const all = [
      'page.md',
      'fixtures/Word.v1.json',
      'de/a.txt',
      'en/b.txt',
      'fixtures/deep/Word.v1.json',
      'fr/c.txt',
    ];
    expect(
      problemsOf({
        'CONTRIBUTING.md': page(named),
        'scripts/recipes/add-a-word.mjs': steps('Add a word', ...all.map((file) => ({ file, text: 'new' }))),
      }).map((line) => line.split(' ')[0]),
    ).toEqual(['fixtures/deep/Word.v1.json', 'fr/c.txt']);
  });

  it('create each spec that a command of the recipe runs, if it does not exist', () => {
    const commands = '`cd backend && npx jest src/here src/<name>` and `cd contracts && npx jest src/gone`';
    const problemsOfRecipe = (recipe: object): readonly string[] =>
      problemsOf({
        'CONTRIBUTING.md': page(
          `### Add a word\n\n1. Write \`backend/src/<name>.spec.ts\`.\n2. ${commands}\n`,
        ),
        'backend/src/here.spec.ts': '',
        'scripts/recipes/add-a-word.mjs': `export const recipe = ${JSON.stringify({ heading: 'Add a word', ...recipe })};`,
      });
    const gone = "src/gone: the recipe 'Add a word' runs it in contracts, and no spec is there";
    expect(
      problemsOfRecipe({ name: 'word', steps: [{ file: 'backend/src/word.spec.ts', text: 'new' }] }),
    ).toEqual([gone]);
    expect(problemsOfRecipe({ name: 'word', steps: [] })).toEqual([
      "src/word: the recipe 'Add a word' runs it in backend, and no spec is there",
      gone,
    ]);
    expect(problemsOfRecipe({ steps: [] })).toEqual([expect.stringContaining('src/<name>'), gone]);
  });

  it('may be replaced by a spec that the recipe names', () => {
    const held = (heldBy: string): readonly string[] =>
      problemsOf({
        ...files,
        'CONTRIBUTING.md': page('### Add a word\n\n1. `npx add`; `words.spec.ts` does it.\n'),
        'words.spec.ts': '',
        'scripts/recipes/add-a-word.mjs': `export const recipe = { heading: 'Add a word', heldBy: '${heldBy}' };`,
      });
    expect(held('words.spec.ts')).toEqual([]);
    expect(held('words.txt')).toEqual([
      'scripts/recipes/add-a-word.mjs: words.txt is not there, or the recipe does not name it',
    ]);
  });
});

interface Work {
  readonly once: readonly string[];
  readonly jest: readonly { readonly workspace: string; readonly words: readonly string[] }[];
}

/** Returns the programs that `npm run test:recipes` runs for recipes with these commands. */
async function workOf(...texts: readonly string[]): Promise<Work | string> {
  const recipes = JSON.stringify(texts.map((text) => ({ text })));
  const script = runScript(
    `${importOf('workOf', 'test-recipes/commands.mjs')} console.log(JSON.stringify(workOf(${recipes})));`,
  );
  return (await script.exited) === 0 ? (JSON.parse(script.output()) as Work) : script.output();
}

describe('the commands that recipes name', () => {
  it('run once each: all specs of a workspace in one run, specs of a later tier in another', async () =>
    expect(
      await workOf(
        '`npm run folds`, then `npm run catalogue` and `cd backend && npx jest src/nda src/a.spec.ts`',
        '`npm run typecheck`; `cd backend && npx jest src/nda src/b.all.spec.ts`, `cd frontend && npx jest src/locales`',
        '`cd contracts && npx jest src/nda`, `cd contracts && npx jest`',
      ),
    ).toEqual({
      once: ['npm run catalogue', 'npm run folds'],
      jest: [
        { workspace: 'backend', words: ['src/nda', 'src/a.spec.ts'] },
        { workspace: 'backend', words: ['src/b.all.spec.ts'] },
        { workspace: 'frontend', words: ['src/locales'] },
        { workspace: 'contracts', words: [] },
      ],
    }));

  it('must be known, or nothing runs', async () =>
    expect(await workOf('`npm run nothing`')).toContain(
      'A recipe names `npm run nothing`, which scripts/test-recipes/commands.mjs does not know.',
    ));
});
