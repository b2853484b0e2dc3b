import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importOf, runScript } from './script.js';
import { onlyInAll } from '#src/platform/testing/only-in-all';

const ROOT = join(__dirname, '../../..');

const CONFIG = {
  compilerOptions: {
    strict: true,
    composite: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    resolveJsonModule: true,
    rootDir: '.',
    outDir: '../.cache/frontend-types',
    lib: ['ES2023'],
    types: [],
  },
  include: ['*.ts', 'texts.json'],
};

/** A source that compiles only if the texts have a `title`. */
const SOURCE = `
import type texts from './texts.json';
type Title<Texts extends { title: string }> = Texts['title'];
export type Shown = Title<typeof texts>;
`;

/** The tests run in a clone whose frontend consists of one source and its texts. */
describe('the compiler', () => {
  let folder: string;
  const write = (path: string, content: string): void =>
    writeFileSync(join(folder, 'frontend', path), content);
  const texts = (value: object): void => write('texts.json', JSON.stringify(value));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'siegel-compiler-'));
    mkdirSync(join(folder, 'frontend'));
    write('tsconfig.json', JSON.stringify(CONFIG));
    write('title.ts', SOURCE);
    texts({ title: 'first' });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const stateFile = (): string => join(folder, '.cache/frontend-types/tsconfig.tsbuildinfo');

  /** Compiles with `compiler.mjs`, as all of our commands do. */
  const compile = async (): Promise<{ readonly right: boolean; readonly output: string }> => {
    const script = runScript(
      `${importOf('compile', 'compiler.mjs')} await compile(['frontend'], { folder: ${JSON.stringify(folder)} });`,
    );
    return { right: (await script.exited) === 0, output: script.output() };
  };
  /** Calls the compiler directly, as a developer may. */
  const compileAlone = (): void => {
    const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
    spawnSync(process.execPath, [compiler, '-b', 'frontend'], { cwd: folder });
  };

  it('notices every change of a text, including its removal and its return', async () => {
    expect(await compile()).toMatchObject({ right: true });
    texts({ title: 'second' });
    expect(await compile()).toMatchObject({ right: true });
    texts({ heading: 'third' });
    expect(await compile()).toMatchObject({
      right: false,
      output: expect.stringContaining('title.ts') as string,
    });
    expect(await compile()).toMatchObject({ right: false });
    texts({ title: 'fourth' });
    expect(await compile()).toMatchObject({ right: true });
  });

  it('leaves a state that the next run trusts: a changed text recompiles only its users', async () => {
    interface State {
      readonly fileNames: readonly string[];
      readonly fileInfos: readonly (string | { readonly version: string; readonly signature?: string })[];
    }
    for (const title of ['first', 'second', 'third']) {
      texts({ title });
      await compile();
      const { fileNames, fileInfos } = JSON.parse(readFileSync(stateFile(), 'utf8')) as State;
      const stored = fileInfos[fileNames.findIndex((name) => name.endsWith('texts.json'))];
      expect(stored).not.toHaveProperty('signature');
    }
  });

  onlyInAll.it(
    'does not trust the state of a direct call of the compiler, which may have missed a change',
    async () => {
      compileAlone();
      texts({ title: 'second' });
      compileAlone();
      texts({ heading: 'third' });
      compileAlone();
      expect(await compile()).toMatchObject({ right: false });
    },
  );

  onlyInAll.it('compiles everything if its state is incomplete', async () => {
    const path = stateFile();
    expect(await compile()).toMatchObject({ right: true });
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100));
    texts({ heading: 'second' });
    expect(await compile()).toMatchObject({ right: false });
  });
});

describe('the commands that compile', () => {
  it('call this script, so that they never fail because of an error that was already fixed', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(Object.entries(scripts).filter(([, script]) => /\btsc\b/.test(script))).toEqual([]);
    expect(scripts.catalogue).toMatch(/^node scripts\/compiler\.mjs backend && /);
  });
});
