import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importOf, runScript, type RunningScript } from './script.js';
import { until } from '#src/platform/testing/until';

/** The tests start several runs in one clone, like `npm test` and `npm run check`. */
describe('the lock of a clone', () => {
  let folder: string;
  const running: RunningScript[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'siegel-turn-'));
  });
  afterEach(async () => {
    for (const one of running) one.process.kill('SIGKILL');
    await Promise.all(running.splice(0).map(({ exited }) => exited));
    rmSync(folder, { recursive: true });
  });

  const lockFile = (): string => join(folder, '.cache/turn');
  const script = (name: string, work: string): RunningScript => {
    const one = runScript(`${importOf('takeTurn', 'turn.mjs')}
      const leave = await takeTurn(${JSON.stringify(lockFile())}, '${name}', console.log);
      console.log('${name} begins');
      ${work}`);
    running.push(one);
    return one;
  };
  const begun = (one: RunningScript): Promise<boolean> => until(() => one.output().includes('begins'));
  /** Returns code that runs until the test creates a file. */
  const UNTIL_ENOUGH = (): string => `
    const { existsSync } = await import('node:fs');
    while (!existsSync(${JSON.stringify(join(folder, 'enough'))})) await new Promise((on) => setTimeout(on, 5));`;

  it('makes a second run wait and name the first one', async () => {
    const first = script('npm test', UNTIL_ENOUGH());
    await begun(first);
    const second = script('npm test checks', '');
    await until(() => second.output().includes('Waiting'));
    expect(second.output()).toBe(
      `Waiting for npm test (process ${first.process.pid}), which is running in this clone\n`,
    );
    writeFileSync(join(folder, 'enough'), '');
    expect([await first.exited, await second.exited]).toEqual([0, 0]);
    expect(second.output()).toMatch(/begins\n$/);
    expect(existsSync(lockFile())).toBe(false);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('is released when its holder ends by %s', async (signal) => {
    const first = script('npm test', 'await new Promise((on) => setTimeout(on, 600_000));');
    await begun(first);
    first.process.kill(signal);
    await first.exited;
    expect(existsSync(lockFile())).toBe(signal === 'SIGKILL');
    const second = script('npm run build', 'leave();');
    expect(await second.exited).toBe(0);
    expect(second.output()).toBe('npm run build begins\n');
    expect(existsSync(lockFile())).toBe(false);
  });

  it('is also released if a later process has the same number as its holder', async () => {
    const first = script('npm test', UNTIL_ENOUGH());
    await begun(first);
    writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, birth: '1', name: 'npm test' }));
    expect(await script('npm run build', '').exited).toBe(0);
  });

  it('also belongs to the processes that its holder starts', async () => {
    const first = script(
      'npm test',
      `const { execFileSync } = await import('node:child_process');
       const code = ${JSON.stringify(`${importOf('takeTurn', 'turn.mjs')}
         const leave = await takeTurn(${JSON.stringify(lockFile())}, 'a build', console.log);
         console.log('built'); leave();`)};
       console.log(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }));
       console.log((await import('node:fs')).existsSync(${JSON.stringify(lockFile())}));`,
    );
    expect(await first.exited).toBe(0);
    expect(first.output()).toBe('npm test begins\nbuilt\n\ntrue\n');
  });

  it('has one holder at a time, however many ask at once', async () => {
    const log = join(folder, 'log');
    const work = `const { appendFileSync } = await import('node:fs');
      appendFileSync(${JSON.stringify(log)}, 'in ');
      await new Promise((on) => setTimeout(on, 20));
      appendFileSync(${JSON.stringify(log)}, 'out ');`;
    const all = Array.from({ length: 5 }, (_, n) => script(`run ${n}`, work));
    expect(await Promise.all(all.map(({ exited }) => exited))).toEqual([0, 0, 0, 0, 0]);
    expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(5));
  });
});
