import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import { type Environment, type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { isAlive, signalAll, signalTree, treeOf } from '../backend/processes.js';
import { type SmallRepository, SOURCE, smallRepository } from '../repository/small-repository.js';
import { until } from '#src/platform/testing/until';

describe('the commands of npm', () => {
  let clone: SmallRepository;
  const running = new Set<ChildProcess>();
  beforeAll(async () => {
    clone = await smallRepository();
  });
  beforeEach(() => clone.clean());
  afterAll(async () => {
    for (const { pid } of running) if (pid !== undefined) signalTree(pid, 'SIGKILL');
    await clone.remove();
  });

  const npm = (args: readonly string[], env: Environment = {}) => {
    const child = spawn('npm', args, {
      cwd: clone.folder,
      env: {
        PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
        HOME: clone.folder,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said += text.toString('utf8')));
    const exited = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal);
    return { pid: child.pid ?? 0, said: () => said, exited };
  };
  const run = async (...args: string[]): Promise<{ code: unknown; said: string }> => {
    const command = npm(['run', '-s', ...args]);
    return { code: await command.exited, said: command.said() };
  };

  it.each(['production', 'development'])(
    'install everything that a build needs in a fresh clone, and build the production site, with NODE_ENV=%s',
    async (NODE_ENV) => {
      const build = npm(['run', '-s', 'build'], { NODE_ENV });
      expect(await build.exited).toBe(0);
      expect(await clone.read('frontend/dist/client/.vite/manifest.json')).toBe('production');
      expect(await clone.read('frontend/dist/documents/pages.js')).toBe('production');
      expect(existsSync(join(clone.folder, 'backend/dist/main.js'))).toBe(true);
    },
  );

  it('start over if an installation or a build is incomplete or was deleted', async () => {
    expect(await run('build')).toMatchObject({ code: 0 });
    // Simulates a clone in which an earlier version of the commands installed only production packages.
    await rm(join(clone.folder, 'node_modules/@typescript'), { recursive: true });
    expect(await run('build')).toMatchObject({ code: 0 });
    expect(existsSync(join(clone.folder, 'node_modules/@typescript/native/bin/tsc'))).toBe(true);
    await clone.write(SOURCE, 'wrong');
    for (const _ of [1, 2])
      expect(await run('build')).toMatchObject({ code: 1, said: expect.stringContaining('is wrong') });
    await clone.write(SOURCE, 'first');
    expect(await run('build')).toMatchObject({ code: 0 });
    await rm(join(clone.folder, 'backend/dist'), { recursive: true });
    expect(await run('replay')).toMatchObject({ code: 0, said: expect.stringContaining('made of first') });
  });

  it('for an operator run the built code, and do not change the code of a running service', async () => {
    const unbuilt = await run('replay');
    expect(unbuilt).toMatchObject({ code: 0, said: expect.stringContaining('Building the backend') });
    expect(unbuilt.said).toContain('made of first');
    expect(await run('replay')).toEqual({ code: 0, said: 'made of first\n' });
    await clone.write(SOURCE, 'second');
    await clone.write('package.json', (await clone.read('package.json')).replace('0.1.0', '0.2.0'));
    const beside = await run('replay');
    expect(beside).toMatchObject({ code: 0, said: expect.stringContaining('running the older build') });
    expect(beside.said).toContain('made of first');
    expect(beside.said).not.toMatch(/Building|Installing/);
    expect(await run('build')).toMatchObject({ code: 0 });
    expect(await run('replay')).toEqual({ code: 0, said: 'made of second\n' });
  });

  it('record the current commit, even if its sources need no new build', async () => {
    const noted = (): Promise<string> => clone.read('backend/dist/commit').catch(() => 'nothing');
    const built = async (): Promise<string> => {
      const { code, said } = await run('build');
      expect(code).toBe(0);
      return said;
    };
    await built();
    expect(await noted()).toBe('nothing');
    await clone.write('.gitignore', 'node_modules\ndist\n.cache\n.npm\npackage-lock.json\n');
    const commit = (): string => {
      const git = (...args: readonly string[]): string =>
        execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@nda.example', ...args], {
          cwd: clone.folder,
          encoding: 'utf8',
        });
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '--allow-empty', '--message=One');
      return git('rev-parse', 'HEAD').slice(0, 8);
    };
    for (const _ of [1, 2]) {
      const made = commit();
      expect(await built()).not.toContain('Building');
      expect(await noted()).toBe(made);
    }
    await clone.write(SOURCE, 'third');
    expect(await built()).toContain('Building the backend');
    expect(await noted()).toMatch(/^[0-9a-f]{8}\.changed$/);
    // Simulates somebody who goes on working without the Git repository.
    await rm(join(clone.folder, '.git'), { recursive: true });
    await built();
    expect(await noted()).toMatch(/\.changed$/);
    await clone.write(SOURCE, 'first');
    expect(await built()).toContain('Building the backend');
    expect(await noted()).toBe('nothing');
  });

  describe('to start', () => {
    let data: TestDataDir;
    beforeAll(async () => {
      data = await testDataDir();
    });
    afterAll(() => data.remove());

    const npmItself = (pid: number): readonly number[] => [pid];
    const service = async (): Promise<readonly number[]> => [
      (JSON.parse(await readFile(join(data.path, 'backend.lock'), 'utf8')) as { pid: number }).pid,
    ];

    it.each([
      ['SIGTERM', 'npm alone', npmItself],
      ['SIGHUP', 'npm alone', npmItself],
      ['SIGKILL', 'npm alone', npmItself],
      // Ctrl-C sends SIGINT to all processes. npm itself ignores SIGINT.
      ['SIGINT', 'all of them', treeOf],
      ['SIGTERM', 'the service below it', service],
    ] as const)('stop everything on a %s to %s', async (signal, _, whom) => {
      const port = String(await freePort());
      const started = npm(['start'], { PORT: port, DATA_DIR: data.path, NODE_ENV: 'test' });
      await until(() => started.said().includes('"serving"'));
      const tree = treeOf(started.pid);
      expect(tree.length).toBeGreaterThan(5);
      signalAll(await whom(started.pid), signal);
      await until(() => !tree.some(isAlive));
      await started.exited;
      expect(started.said()).toMatch(/"stopping".*"stopped"/s);
      expect(await data.postmaster()).toBeUndefined();
    });
  });
});
