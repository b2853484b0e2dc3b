import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import { launch, ready, startBuilt, type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { expectFree } from '../backend/ports.js';
import { isAlive, treeOf } from '../backend/processes.js';
import { until } from '#src/platform/testing/until';

/**
 * The backend prints the passwords only at a terminal. With this option of Node, the backend takes its output
 * for a terminal.
 */
const TERMINAL = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];

/** `npm start` loads this module so that the backend ends when its parent process ends. */
const END_WITH_PARENT = join(__dirname, '../../../scripts/end-with-parent.mjs');

describe('the first start', () => {
  let folder: TestDataDir;
  beforeEach(async () => {
    folder = await testDataDir();
  });
  afterEach(() => folder.remove());

  it('prints the passwords at a terminal, once, and a log for human readers', async () => {
    const env = { DATA_DIR: folder.path, LOG_LEVEL: 'info' };
    const first = await ready(launch(await freePort(), env, TERMINAL));
    const [admin, auditor] = await Promise.all(
      ['admin-password', 'auditor-password'].map((name) =>
        readFile(join(folder.path, 'secrets', name), 'utf8'),
      ),
    );
    await until(() => first.output().includes('Ctrl-C'));
    for (const said of [admin, auditor, first.url, `${first.url}/dev/mailbox`])
      expect(first.output()).toContain(said);
    // At a terminal the log has lines for human readers.
    expect(first.output()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}Z INFO {2}starting {2}version=\d\S* node=v\d/m);
    expect(first.output()).not.toMatch(/^\{/m);
    expect(await first.end('SIGTERM')).toBe(0);
    const again = await ready(launch(await freePort(), { DATA_DIR: folder.path }, TERMINAL));
    await until(() => again.output().includes('Ctrl-C'));
    expect(again.output()).not.toContain(admin);
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it('ends with its parent process, however the parent ends', async () => {
    const port = await freePort();
    const main = join(__dirname, '../../dist/main.js');
    const shell = spawn(
      'sh',
      ['-c', `"${process.execPath}" --import "${END_WITH_PARENT}" "${main}" & wait`],
      {
        env: {
          NODE_ENV: 'test',
          PATH: '/usr/local/bin:/usr/bin:/bin',
          DATA_DIR: folder.path,
          PORT: String(port),
        },
        stdio: 'ignore',
      },
    );
    const isReady = (): Promise<boolean> =>
      fetch(`http://localhost:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(isReady);
    const processes = treeOf(shell.pid ?? 0);
    expect(processes.length).toBeGreaterThan(5);
    shell.kill('SIGKILL');
    await until(() => !processes.some(isAlive));
    expect(await folder.postmaster()).toBeUndefined();
    await expectFree(port);
  });

  it('can be stopped at any moment and repeated', async () => {
    const moments: (() => boolean | Promise<boolean>)[] = [
      () => existsSync(join(folder.path, 'postgres.new')),
      // The server writes `postmaster.pid` before it accepts connections.
      async () => (await folder.postmaster()) !== undefined,
      async () => (await folder.postmaster()) !== undefined,
    ];
    for (const moment of moments) {
      const started = launch(await freePort(), { DATA_DIR: folder.path });
      await until(moment);
      const processes = treeOf(started.process.pid ?? 0);
      started.process.kill('SIGINT');
      expect(await started.exited).toBe(0);
      expect(processes.filter(isAlive)).toEqual([]);
      expect(await folder.postmaster()).toBeUndefined();
    }
    const backend = await startBuilt({ DATA_DIR: folder.path });
    expect(await backend.end('SIGTERM')).toBe(0);
  });
});
