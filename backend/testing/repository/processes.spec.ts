import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isAlive, signalAll } from '../backend/processes.js';
import { importOf, runScript, type RunningScript } from './script.js';
import { until } from '#src/platform/testing/until';
import { firstUnlessAll } from '#src/platform/testing/only-in-all';

const PROCESSES = pathToFileURL(join(__dirname, '../../../scripts/processes.mjs')).href;

/**
 * Returns the code of a command that runs two parts, as `npm test` does. If a part fails, the command records
 * the error and continues with the next part.
 */
const command = (begun: string, notes: string): string => `
  import { appendFileSync } from 'node:fs';
  import { run } from ${JSON.stringify(PROCESSES)};
  const part = (code) =>
    run(process.execPath, ['-e', code]).catch(({ message }) => appendFileSync(${JSON.stringify(notes)}, message + '\\n'));
  await part(${JSON.stringify(`require('node:fs').writeFileSync(${JSON.stringify(begun)}, ''); setInterval(() => undefined, 1000);`)});
  await part('');
`;

describe('a command that is interrupted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-processes-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(firstUnlessAll(['SIGINT', 'SIGTERM', 'SIGHUP'] as const))(
    'by %s ends its running parts, and starts no others',
    async (signal) => {
      const of = (kind: string): string => join(folder, `${signal}.${kind}`);
      writeFileSync(of('mjs'), command(of('begun'), of('notes')));
      const running = spawn(process.execPath, [of('mjs')], { stdio: 'ignore' });
      await until(() => existsSync(of('begun')));
      running.kill(signal);
      const [code] = (await once(running, 'exit')) as [number];
      expect(code).toBeGreaterThan(128);
      const [first, second] = readFileSync(of('notes'), 'utf8').split('\n');
      expect(first).toMatch(/ended with/);
      expect(second).toMatch(/^interrupted before/);
    },
  );
});

/**
 * Code of a child process of the command. The child starts its own child, which ignores SIGTERM, and prints
 * both process ids.
 */
const STARTED = `
  const { spawn } = require('node:child_process');
  const stubborn = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")']);
  stubborn.stdout.once('data', () => console.log(JSON.stringify([process.pid, stubborn.pid])));
  setInterval(() => {}, 1000);`;

describe('a command that ends without stopping its processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-processes-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Starts a command. When the command ends, its processes get little time to end before they are killed. */
  const command = (then: string): RunningScript =>
    runScript(
      `${importOf('atTheEnd, start', 'processes.mjs')}
       import { rmSync } from 'node:fs';
       atTheEnd(() => rmSync(${JSON.stringify(join(folder, 'left'))}));
       const { child } = start(process.execPath, ['-e', ${JSON.stringify(STARTED)}], { stdio: ['ignore', 'inherit', 'inherit'] });
       ${then}`,
      { TEST_TIME_FACTOR: '0.02' },
    );
  const left: number[] = [];
  afterEach(() => signalAll(left.splice(0).filter(isAlive), 'SIGKILL'));
  const started = async (one: RunningScript): Promise<number[]> => {
    await until(() => one.output().includes(']'));
    const pids = JSON.parse(one.output().split('\n')[0] ?? '') as number[];
    left.push(...pids);
    return pids;
  };

  it.each([
    ['fails', `process.once('SIGUSR2', () => void Promise.reject(new Error('of the command')));`, 1],
    ['exits', `process.once('SIGUSR2', () => process.exit(3));`, 3],
    ['is interrupted', `process.once('SIGUSR2', () => process.kill(process.pid, 'SIGTERM'));`, 143],
  ])('ends all its processes and calls its exit functions if it %s', async (_, then, code) => {
    writeFileSync(join(folder, 'left'), '');
    const one = command(then);
    const pids = await started(one);
    expect(pids.filter(isAlive)).toHaveLength(2);
    one.process.kill('SIGUSR2');
    const [ended] = (await once(one.process, 'exit')) as [number];
    expect({ ended, left: pids.filter(isAlive) }).toEqual({ ended: code, left: [] });
    expect(existsSync(join(folder, 'left'))).toBe(false);
  });

  it('calls its exit functions even if a signal arrives while no process runs', async () => {
    writeFileSync(join(folder, 'left'), '');
    const one = runScript(
      `${importOf('atTheEnd', 'processes.mjs')}
       import { rmSync } from 'node:fs';
       atTheEnd(() => rmSync(${JSON.stringify(join(folder, 'left'))}));
       console.log('up'); setInterval(() => {}, 1000);`,
    );
    await until(() => one.output() === 'up\n');
    one.process.kill('SIGHUP');
    expect(await one.exited).toBe(129);
    expect(existsSync(join(folder, 'left'))).toBe(false);
  });
});
