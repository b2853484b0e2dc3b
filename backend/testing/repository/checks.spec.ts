import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { firstUnlessAll, onlyInAll } from '#src/platform/testing/only-in-all';
import { isAlive } from '../backend/processes.js';
import { until } from '#src/platform/testing/until';

const ROOT = join(__dirname, '../../..');
const COPIED = ['scripts', 'docker/test', 'frontend/e2e', 'package.json', '.npmrc'];

/** The third-party programs that the checks run, and the bundler, which the checks must not run. */
const TOOLS = {
  compiler: '@typescript/native/bin/tsc',
  formatter: '@biomejs/biome/bin/biome',
  linter: 'oxlint/bin/oxlint',
  boundaries: 'dependency-cruiser/bin/dependency-cruise.mjs',
  unused: 'knip/bin/knip.js',
  bundler: 'vite/bin/vite.js',
} as const;
type Tool = keyof typeof TOOLS;

/** Returns the code of a stand-in for a tool. It records each call and succeeds. */
const passing = (tool: Tool): string =>
  `import('node:fs').then(({ appendFileSync }) => appendFileSync('calls', '${tool} ' + process.argv.slice(2).join(' ') + '\\n'));`;
const failing = (tool: Tool): string =>
  `${passing(tool)} console.log('${tool} finds fault'); process.exitCode = 1;`;
/**
 * Returns the code of a stand-in for a tool that hangs. Like a test, the stand-in has a child process and a
 * temporary file. It writes two process ids to the file `hangs`: its own and the child's.
 */
const hanging = (): string => `
  const { spawn } = require('node:child_process');
  const { renameSync, writeFileSync } = require('node:fs');
  const { tmpdir } = require('node:os');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(tmpdir() + '/left', '');
  writeFileSync('hangs.new', JSON.stringify([process.pid, child.pid]));
  renameSync('hangs.new', 'hangs');
  setInterval(() => {}, 1000);`;

/** Runs our own scripts in a clone, with stand-ins for the third-party programs. */
describe('npm run check', () => {
  let folder: string;
  let running: ChildProcess[];
  const path = (...names: string[]): string => join(folder, ...names);
  const write = (name: string, content: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), content, { mode: 0o755 });
  };
  const page = (name: string, content: string): void => write(join('clone/docs', name), content);
  const tool = (name: Tool, code: string): void => write(join('clone/node_modules', TOOLS[name]), code);

  beforeEach(() => {
    running = [];
    folder = mkdtempSync(join(tmpdir(), 'siegel-checks-'));
    for (const one of COPIED) cpSync(join(ROOT, one), path('clone', one), { recursive: true });
    write('clone/node_modules/package.json', '{"type":"commonjs"}');
    for (const name of Object.keys(TOOLS) as Tool[]) tool(name, passing(name));
    page('rules.md', '# Rules\n');
    page('decisions/0001-one.md', '# 1. One\n');
    write('programs/npm', '#!/bin/sh\n');
    mkdirSync(path('tmp'));
  });
  afterEach(async () => {
    const ended = running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    for (const one of ended) one.kill('SIGTERM');
    await Promise.all(ended.map((one) => once(one, 'exit')));
    rmSync(folder, { recursive: true });
  });

  const check = (): {
    readonly process: ChildProcess;
    output(): string;
    readonly exited: Promise<number>;
  } => {
    const { SIEGEL_TURN: _, npm_lifecycle_event: __, ...env } = process.env;
    const child = spawn(process.execPath, ['scripts/test.mjs', 'checks'], {
      cwd: path('clone'),
      env: { ...env, TMPDIR: path('tmp'), PATH: `${path('programs')}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    const exited = once(child, 'close').then(([code]: (number | null)[]) => code as number);
    return { process: child, output: () => text, exited };
  };
  const calls = (): string[] => readFileSync(path('clone/calls'), 'utf8').trim().split('\n');
  const faults = (output: string): string[] => output.match(/^FAILED: .*$/gm) ?? [];

  it('reports all problems in one run, and builds only the types', async () => {
    for (const name of Object.keys(TOOLS) as Tool[]) tool(name, failing(name));
    page('page.md', '[nowhere](nowhere.md)\n');
    page('merged.md', `${'<'.repeat(7)} ours\n`);
    const one = check();
    expect(await one.exited).toBe(1);
    expect(faults(one.output()).sort()).toEqual(
      // The clone has no lock file and lacks the library that the house rules use. So 'A lock file for every
      // platform' and 'House rules' fail. 'Prose of changed lines' passes, because it finds no changed lines
      // without git.
      [
        'A lock file for every platform',
        'Citations and links',
        'Format',
        'House rules',
        'Index of the rules',
        'Lint',
        'Marks of merge conflicts',
        'Module boundaries',
        'Types',
        'Unused code',
      ].map((name) => `FAILED: ${name}`),
    );
    for (const name of ['compiler', 'formatter', 'linter', 'boundaries', 'unused'])
      expect(one.output()).toContain(`${name} finds fault`);
    expect(one.output()).toMatch(/\n2 passed, 10 failed\n$/);
    expect(calls().filter((line) => line.startsWith('bundler'))).toEqual([]);
  });

  onlyInAll.it(
    'lints a folder again only if it or one of its dependencies has changed since it passed',
    async () => {
      for (const name of ['contracts', 'backend', 'frontend']) write(`clone/${name}/src/one.ts`, '');
      const lint = async (): Promise<string | undefined> => {
        await check().exited;
        return calls()
          .filter((line) => line.startsWith('linter'))
          .at(-1);
      };
      const all = 'linter --type-aware --deny-warnings';
      expect(await lint()).toBe(all);
      write('clone/backend/src/one.ts', '1;');
      expect(await lint()).toBe(`${all} --ignore-pattern contracts/** --ignore-pattern frontend/**`);
      write('clone/contracts/src/one.ts', '1;');
      expect(await lint()).toBe(all);
      tool('linter', failing('linter'));
      write('clone/frontend/src/one.ts', '1;');
      const some = `${all} --ignore-pattern contracts/** --ignore-pattern backend/**`;
      expect(await lint()).toBe(some);
      // The previous run failed, so the folder is linted again.
      expect(await lint()).toBe(some);
    },
  );

  it.each(
    firstUnlessAll([
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const),
  )('leaves no process and no file outside .cache when it ends by %s', async (signal, code) => {
    const before = readdirSync(path('clone'));
    tool('linter', hanging());
    const one = check();
    await until(() => existsSync(path('clone/hangs')));
    const pids = JSON.parse(readFileSync(path('clone/hangs'), 'utf8')) as number[];
    expect(readdirSync(path('tmp'))).toHaveLength(1);
    one.process.kill(signal);
    expect(await one.exited).toBe(code);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(readdirSync(path('tmp'))).toEqual([]);
    expect(
      readdirSync(path('clone'))
        .filter((name) => !before.includes(name))
        .sort(),
    ).toEqual(['.cache', 'calls', 'hangs'].sort());
    expect(existsSync(path('clone/.cache/turn'))).toBe(false);
  });

  onlyInAll.it('waits for another run in the same clone', async () => {
    tool('linter', hanging());
    const first = check();
    await until(() => existsSync(path('clone/hangs')));
    tool('linter', passing('linter'));
    const second = check();
    await until(() => second.output().includes('Waiting for'));
    expect(second.output()).toContain(`Waiting for npm test checks (process ${first.process.pid})`);
    const before = calls().length;
    first.process.kill('SIGTERM');
    await first.exited;
    await second.exited;
    expect(calls().length).toBeGreaterThan(before);
  });
});
