import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onlyInAll } from '#src/platform/testing/only-in-all';
import { importOf, runScript } from './script.js';

const ROOT = join(__dirname, '../../..');

interface Counted {
  readonly passed: number;
  readonly failed: number;
  readonly notes: readonly string[];
}

/** Runs our wrapper around Jest on small test files. */
describe('a run of tests', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'siegel-jest-'));
    const config = {
      rootDir: folder,
      testEnvironment: join(ROOT, 'jest/node-environment.mjs'),
      testMatch: ['**/*.spec.{cjs,ts}'],
      runtime: join(ROOT, 'jest/runtime.cjs'),
      transform: { '\\.ts$': [join(ROOT, 'node_modules/@swc/jest'), { jsc: { target: 'es2022' } }] },
      maxWorkers: 2,
      cacheDirectory: join(folder, 'cache'),
    };
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(config));
    // There are two files, because Jest starts a worker process only if there is more than one file.
    for (const name of ['one', 'two']) file(name, `it('is', () => undefined);`);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (name: string, code: string, ending = 'cjs'): void =>
    writeFileSync(join(folder, `${name}.spec.${ending}`), code);

  const run = async (): Promise<Counted & { readonly output: string }> => {
    const script = runScript(
      `${importOf('jestRun', 'test/jest.mjs')}
       const result = await jestRun(${JSON.stringify(folder)}, ${JSON.stringify(join(folder, 'report.json'))});
       console.log('\\n' + JSON.stringify(result));`,
      // With this factor, the run waits only a moment for resources to close in the background.
      { TEST_TIME_FACTOR: '0.05' },
    );
    expect(await script.exited).toBe(0);
    const lines = script.output().trim().split('\n');
    return { ...(JSON.parse(lines.at(-1) ?? '') as Counted), output: script.output() };
  };

  it('counts passed tests, and prints nothing else', async () => {
    expect(await run()).toMatchObject({ passed: 2, failed: 0, notes: [] });
  });

  onlyInAll.it('names the line of a failure, even in the first file of a process', async () => {
    // The compiler removes the interface, so every line below it moves.
    file('typed', `interface Gone {\n  a: 1;\n  b: 2;\n}\nit('is', () =>\n  expect(1).toBe(2));\n`, 'ts');
    expect((await run()).output).toMatch(/typed\.spec\.ts:6:13/);
  });

  it('fails for a timer that a file leaves, and names the file and the timer', async () => {
    file('leaving', `it('is', () => void setInterval(() => undefined, 1000));`);
    const { passed, failed, notes, output } = await run();
    expect({ passed, failed }).toEqual({ passed: 2, failed: 1 });
    expect(notes).toEqual([expect.stringMatching(/leaving\.spec\.cjs: /)]);
    expect(output).toMatch(/left running by this file: Timeout/);
  });

  onlyInAll.it.each([
    [
      'server',
      `(done) => void require('node:net').createServer().listen(0, '127.0.0.1', done)`,
      'TCPServerWrap',
    ],
    ['process', `() => void require('node:child_process').spawn('sleep', ['2'])`, 'ProcessWrap'],
  ])('fails for a %s too', async (_, code, kind) => {
    file('leaving', `it('is', ${code});`);
    const { failed, output } = await run();
    expect(failed).toBe(1);
    expect(output).toMatch(new RegExp(`left running by this file: .*${kind}`));
  });

  onlyInAll.it('fails if a process is killed while it runs a file, and names that file', async () => {
    file('killed', `it('is', () => process.kill(process.pid, 'SIGKILL'));`);
    const { passed, failed, notes } = await run();
    expect({ passed, failed }).toEqual({ passed: 2, failed: 1 });
    expect(notes).toEqual([
      expect.stringMatching(/killed\.spec\.cjs: the process that ran it was ended by SIGKILL/),
    ]);
  });

  onlyInAll.it('fails if a file cannot be read', async () => {
    file('broken', 'it(');
    const { passed, failed, notes } = await run();
    expect({ passed, failed }).toEqual({ passed: 2, failed: 1 });
    expect(notes).toEqual([expect.stringMatching(/broken\.spec\.cjs: cannot be run/)]);
  });

  onlyInAll.it('fails if the library itself ends before it reports', async () => {
    file('ending', `process.kill(process.ppid, 'SIGKILL');`);
    expect(await run()).toMatchObject({
      passed: 0,
      failed: 1,
      notes: [expect.stringMatching(/jest\.js.* ended with SIGKILL/)],
    });
  });
});
