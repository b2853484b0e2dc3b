import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { importOf, runScript, type RunningScript } from './script.js';
import { isAlive, signalAll, treeOf } from '../backend/processes.js';
import { until } from '#src/platform/testing/until';

/**
 * Runs a script that starts a backend with its own database, like the scripts for screenshots and for the
 * browser tests.
 */
const script = (then: string): RunningScript =>
  runScript(`${importOf('startBackend', 'running-backend.mjs')}
    const { dataDir, child } = await startBackend();
    console.log(JSON.stringify({ dataDir, pid: child.pid }));
    ${then}`);

interface Started {
  readonly dataDir: string;
  readonly pid: number;
}

const started = (one: RunningScript): Promise<Started> =>
  until(() => {
    const [line = ''] = one
      .output()
      .split('\n')
      .filter((text) => text.startsWith('{'));
    return line !== '' && (JSON.parse(line) as Started);
  });

/** Ids of all processes of the backend. If a test fails, some of them may still be running at its end. */
let all: number[] = [];
const noteTree = (pid: number): void => {
  all = treeOf(pid);
};
afterEach(() => signalAll(all.splice(0).filter(isAlive), 'SIGKILL'));

describe('a script that ends without stopping its backend', () => {
  it('because of an unhandled rejection: backend and database end, and their folder is deleted', async () => {
    const one = script(`
      await new Promise((on) => process.once('SIGUSR2', on));
      void Promise.reject(new Error('of the script'));
      setInterval(() => undefined, 1000);`);
    const { dataDir, pid } = await started(one);
    noteTree(pid);
    expect(all.length).toBeGreaterThan(2);
    one.process.kill('SIGUSR2');
    const [code] = (await once(one.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(one.output()).toContain('of the script');
    expect(all.filter(isAlive)).toEqual([]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('because it was killed: the backend shuts down by itself', async () => {
    const one = script('setInterval(() => undefined, 1000);');
    const { dataDir, pid } = await started(one);
    noteTree(pid);
    one.process.kill('SIGKILL');
    await until(() => !all.some(isAlive), 60_000);
    // The killed script could not delete its folder.
    rmSync(dataDir, { recursive: true, force: true });
  });
});
