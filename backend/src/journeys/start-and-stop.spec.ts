import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { p12Fixture } from '../pades/testing/fixtures.js';
import { freePort } from '../platform/embedded-postgres/free-port.js';
import { until } from '../testing/until.js';
import {
  command,
  launch,
  ready,
  startBuilt,
  type TestDataDir,
  testDataDir,
} from '../testing/built-backend.js';
import { isAlive, treeOf } from '../testing/processes.js';

/** Printed only at a terminal: this makes the output look like one. */
const TERMINAL = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];

/** As `npm start` is ended with. */
const END_WITH_PARENT = join(__dirname, '../../../scripts/end-with-parent.mjs');

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '0.0.0.0', () => resolve(server));
  });
const close = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve));

async function expectFree(port: number): Promise<void> {
  await close(await listen(port));
}

describe('starting and stopping', () => {
  let folder: TestDataDir;
  beforeAll(async () => {
    folder = await testDataDir('my data');
  });
  afterAll(() => folder.remove());

  it('greets at the first start with addresses and where the passwords are, and stops everything on Ctrl-C', async () => {
    const backend = await startBuilt({ DATA_DIR: folder.path });
    const secrets = join(folder.path, 'secrets');
    for (const line of [
      backend.url,
      `${backend.url}/dev/mailbox`,
      `Admin's password:   in ${secrets}`,
      `Auditor's password: in ${secrets}`,
    ]) {
      expect(backend.output()).toContain(line);
    }
    const password = await readFile(join(secrets, 'admin-password'), 'utf8');
    expect(backend.output()).not.toContain(password);
    await backend.browser().post('/api/admin/login').send({ password }).expect(200, { role: 'admin' });
    expect((await stat(join(secrets, 'master-key'))).mode & 0o077).toBe(0);

    const processes = treeOf(backend.process.pid ?? 0);
    expect(processes.length).toBeGreaterThan(5);
    expect(await backend.end('SIGINT')).toBe(0);
    expect(backend.output()).not.toContain('"level":"warn"');
    expect(processes.filter(isAlive)).toEqual([]);
    await expectFree(backend.port);
  });

  it('does not repeat passwords, tells a second start that one runs and where, and stops on SIGTERM', async () => {
    const backend = await startBuilt({ DATA_DIR: folder.path });
    expect(backend.output()).not.toContain('password');
    const second = await command('main', [], { DATA_DIR: folder.path, PORT: String(await freePort()) });
    expect(second).toMatchObject({ code: 1, output: expect.stringMatching(/already runs/) });
    expect(second.output).toContain(backend.url);
    expect(second.output).not.toMatch(/^\s+at /m);
    expect((await fetch(`${backend.url}/health/ready`)).status).toBe(200);
    const processes = treeOf(backend.process.pid ?? 0);
    expect(await backend.end('SIGTERM')).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);
  });

  it('names a port that is taken, and leaves nothing running', async () => {
    const port = await freePort();
    const squatter = await listen(port);
    const refused = await command('main', [], { DATA_DIR: folder.path, PORT: String(port) });
    await close(squatter);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(new RegExp(`port ${port} is in use`, 'i'));
    expect(refused.output).not.toMatch(/^\s+at /m);
    expect(await folder.postmaster()).toBeUndefined();
    // And the folder is free again.
    const backend = await startBuilt({ DATA_DIR: folder.path });
    expect(await backend.end('SIGTERM')).toBe(0);
  });

  it.each(['MASTER_KEY', 'CHECKPOINT_KEY'])(
    'refuses another %s than the one the data were made with, and names it',
    async (name) => {
      const env = { DATA_DIR: folder.path, PORT: String(await freePort()), [name]: '5'.repeat(64) };
      const refused = await command('main', [], env);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(name) });
      expect(refused.output).not.toMatch(/^\s+at |5{64}/m);
      expect(await folder.postmaster()).toBeUndefined();
    },
  );

  it('names what is wrong with a seal that was brought, and leaves nothing running', async () => {
    const env = {
      DATA_DIR: folder.path,
      PORT: '0',
      SEAL_P12: p12Fixture('no-key').toString('base64'),
      SEAL_P12_PASSWORD: 'fixture',
    };
    for (const [change, reason] of [
      [{}, 'it holds no private key'],
      [{ SEAL_P12_PASSWORD: 'hidden' }, 'SEAL_P12_PASSWORD does not open it'],
    ] as const) {
      const refused = await command('main', [], { ...env, ...change });
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringContaining(`SEAL_P12 cannot be used: ${reason}`),
      });
      expect(refused.output).not.toMatch(/^\s+at |hidden/m);
    }
    expect(await folder.postmaster()).toBeUndefined();
  });

  it('lists everything that is wrong with its configuration', async () => {
    const env = {
      DATA_DIR: folder.path,
      PORT: 'many',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'nowhere',
      RATE_LIMIT_FACTOR: '-1',
    };
    const refused = await command('main', [], env);
    expect(refused.code).toBe(1);
    for (const name of ['PORT', 'LOG_LEVEL', 'PUBLIC_URL', 'RATE_LIMIT_FACTOR'])
      expect(refused.output).toContain(`- ${name}`);
    expect(refused.output).not.toMatch(/^\s+at /m);
  });

  it('names a folder that it may not use', async () => {
    const refused = await command('main', [], {
      DATA_DIR: join(folder.path, 'secrets', 'master-key', 'below'),
      PORT: '0',
    });
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/DATA_DIR/) });
    expect(refused.output).not.toMatch(/^\s+at /m);
  });

  it('names a database that cannot be reached', async () => {
    const port = await freePort();
    const env = {
      DATA_DIR: folder.path,
      PORT: '0',
      DATABASE_URL: `postgres://someone:hidden@127.0.0.1:${port}/none`,
    };
    const refused = await command('main', [], env);
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/DATABASE_URL/) });
    expect(refused.output).not.toMatch(/^\s+at |hidden/m);
  });
});

describe('the first start', () => {
  let folder: TestDataDir;
  beforeEach(async () => {
    folder = await testDataDir();
  });
  afterEach(() => folder.remove());

  it('prints the passwords at a terminal, once', async () => {
    const first = await ready(launch(await freePort(), { DATA_DIR: folder.path }, TERMINAL));
    const [admin, auditor] = await Promise.all(
      ['admin-password', 'auditor-password'].map((name) =>
        readFile(join(folder.path, 'secrets', name), 'utf8'),
      ),
    );
    expect(first.output()).toContain(admin);
    expect(first.output()).toContain(auditor);
    expect(await first.end('SIGTERM')).toBe(0);
    const again = await ready(launch(await freePort(), { DATA_DIR: folder.path }, TERMINAL));
    expect(again.output()).not.toContain(admin);
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it('ends with whoever started it, however that ended', async () => {
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

  it('can be stopped at any moment, and done again', async () => {
    const moments: (() => boolean | Promise<boolean>)[] = [
      () => existsSync(join(folder.path, 'postgres.new')),
      // The server writes its note before it takes connections.
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
