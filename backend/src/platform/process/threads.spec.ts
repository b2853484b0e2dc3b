import { onlyInAll } from '../testing/only-in-all.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { scaledTimeout } from '../testing/scaled-timeout.js';
import { until } from '../testing/until.js';
import { Threads, type ThreadOptions } from './threads.js';

const WORKER = `
import { getPriority } from 'node:os';
export function work(task) {
  if (task === 'priority') return String(getPriority());
  if (task === 'throw') throw new TypeError('no');
  if (task === 'hang') for (;;);
  if (task === 'break later') setTimeout(() => { throw new Error('broken'); }, 1);
  if (task === 'fill') for (const kept = [];;) kept.push(new Array(1e5).fill(task.length));
  return 'done: ' + task;
}`;

describe('Threads', () => {
  let folder: string;
  let threads: Threads<string, string>;
  const open = (options: Partial<ThreadOptions> = {}): void => {
    threads = new Threads({
      file: join(folder, 'work.mjs'),
      name: 'work',
      maxThreads: 1,
      maxWaiting: 2,
      withinMs: scaledTimeout(10_000),
      memoryMb: 64,
      ...options,
    });
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-threads-'));
    await writeFile(join(folder, 'work.mjs'), WORKER);
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(() => open());
  afterEach(() => threads.close());

  it('return the result, and throw the error', async () => {
    expect(await threads.run('one')).toBe('done: one');
    await expect(threads.run('throw')).rejects.toThrow('no');
    expect(await threads.run('two')).toBe('done: two');
  });

  it('run at a lower priority if wanted, without changing the process', async () => {
    const here = getPriority();
    expect(await threads.run('priority')).toBe(String(here));
    await threads.close();
    open({ lowPriority: true });
    // Only Linux gives a thread a priority of its own.
    expect(await threads.run('priority')).toBe(String(here + (process.platform === 'linux' ? 5 : 0)));
    expect(getPriority()).toBe(here);
  });

  it('end a task that takes too long, and continue', async () => {
    open({ withinMs: 300 });
    const late = { message: expect.stringMatching(/^No thread of 'work' finished the task within 300 ms\./) };
    await expect(threads.run('hang')).rejects.toMatchObject({ code: 'unavailable', cause: late });
    await threads.close();
    open();
    expect(await threads.run('next')).toBe('done: next');
  });

  it('let only a few tasks wait, and refuse the others at once', async () => {
    open({ withinMs: scaledTimeout(1_000) });
    let refused = 0;
    const reasons = new Set<string>();
    const refuse = (error: { code: string; cause: Error }): void => {
      reasons.add(error.cause.message.replace(/\..*/, ''));
      if (error.code === 'unavailable') refused += 1;
    };
    const all = Array.from({ length: 10 }, () => threads.run('hang').catch(refuse));
    await new Promise((resolve) => setImmediate(resolve));
    expect(refused).toBeGreaterThanOrEqual(7);
    await Promise.all(all);
    expect(refused).toBe(10);
    expect(reasons).toContain("2 tasks already wait for a thread of 'work'");
    expect(await threads.run('next')).toBe('done: next');
  });

  it('survive a thread that runs out of memory', async () => {
    await expect(threads.run('fill')).rejects.toThrow('memory');
    expect(await threads.run('next')).toBe('done: next');
  });

  onlyInAll.it('survive a thread that breaks while it has nothing to do', async () => {
    expect(await threads.run('break later')).toBe('done: break later');
    await until(() => threads.count === 0);
    expect(await threads.run('next')).toBe('done: next');
  });
});
