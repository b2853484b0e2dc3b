import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { p12Fixture } from '#src/pades/testing/fixtures';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import { until } from '#src/platform/testing/until';
import { refusedStart, startBuilt, type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { expectFree, freeAgain, takePort } from '../backend/ports.js';
import { isAlive, treeOf } from '../backend/processes.js';

describe('starting and stopping', () => {
  let folder: TestDataDir;
  beforeAll(async () => {
    folder = await testDataDir('my data');
  });
  afterAll(() => folder.remove());

  it('log the addresses and the place of the passwords at the first start, and end everything on Ctrl-C', async () => {
    const backend = await startBuilt({ DATA_DIR: folder.path, LOG_LEVEL: 'info' });
    const secrets = join(folder.path, 'secrets');
    await until(() => backend.output().includes('"serving"'));
    const password = await readFile(join(secrets, 'admin-password'), 'utf8');
    expect(backend.output()).not.toContain(password);
    await backend.browser().post('/api/admin/login').send({ password }).expect(200, { role: 'admin' });
    expect((await stat(join(secrets, 'master-key'))).mode & 0o077).toBe(0);

    const processes = treeOf(backend.process.pid ?? 0);
    expect(processes.length).toBeGreaterThan(5);
    expect(await backend.end('SIGINT')).toBe(0);
    // The output does not go to a terminal, so each line of the output is a JSON line of the log.
    const lines = backend
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; level: string });
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'serving',
        url: backend.url,
        mailbox: `${backend.url}/dev/mailbox`,
        passwordsIn: secrets,
      }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'stopping', signal: 'SIGINT' }));
    expect(lines.at(-1)).toMatchObject({ msg: 'stopped', milliseconds: expect.any(Number) });
    expect(lines.map(({ level }) => level)).not.toContain('warn');
    expect(processes.filter(isAlive)).toEqual([]);
    await expectFree(backend.port);
  });

  it('do not repeat passwords, refuse a second start with the address of the first, and end on SIGTERM', async () => {
    const backend = await startBuilt({ DATA_DIR: folder.path });
    expect(backend.output()).not.toContain('password');
    const second = await refusedStart({ DATA_DIR: folder.path, PORT: String(await freePort()) });
    expect(second).toMatchObject({ code: 1, output: expect.stringMatching(/already runs/) });
    expect(second.output).toContain(backend.url);
    expect(second.output).not.toMatch(/^\s+at /m);
    expect((await fetch(`${backend.url}/health/ready`)).status).toBe(200);
    const processes = treeOf(backend.process.pid ?? 0);
    expect(await backend.end('SIGTERM')).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);
  });

  it('name a port that is taken, and leave nothing running', async () => {
    const port = await freePort();
    const squatter = await takePort(port);
    const refused = await refusedStart({ DATA_DIR: folder.path, PORT: String(port) });
    await freeAgain(squatter);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(new RegExp(`port ${port} is in use`, 'i'));
    expect(refused.output).not.toMatch(/^\s+at /m);
    expect(await folder.postmaster()).toBeUndefined();
    // The failed start has left the data folder in a state in which another backend can use it.
    const backend = await startBuilt({ DATA_DIR: folder.path });
    expect(await backend.end('SIGTERM')).toBe(0);
  });

  it.each(['MASTER_KEY', 'CHECKPOINT_KEY'])(
    'refuse a %s that differs from the one with which the data were made, and name it',
    async (name) => {
      const env = { DATA_DIR: folder.path, PORT: String(await freePort()), [name]: '5'.repeat(64) };
      const refused = await refusedStart(env);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(name) });
      expect(refused.output).not.toMatch(/^\s+at |5{64}/m);
      expect(await folder.postmaster()).toBeUndefined();
    },
  );

  it('name the fault in a configured seal, and leave nothing running', async () => {
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
      const refused = await refusedStart({ ...env, ...change });
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringContaining(`SEAL_P12 cannot be used: ${reason}`),
      });
      expect(refused.output).not.toMatch(/^\s+at |hidden/m);
    }
    expect(await folder.postmaster()).toBeUndefined();
  });

  it('list all faults of configuration, files and secrets at once', async () => {
    const env = {
      NODE_ENV: 'production',
      DATA_DIR: join(folder.path, 'secrets', 'master-key', 'below'),
      PORT: 'many',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'nowhere',
      RATE_LIMIT_FACTOR: '-1',
      MASTER_KEY_FILE: join(folder.path, 'none'),
      SESSION_SECRET: 'short',
      ADMIN_PASSWORD: 'short',
      TSA_CA: join(folder.path, 'none.pem'),
      EVENT_STORE_URL: 'esdb://localhost?tsl=false',
      SEAL_P12: p12Fixture('no-key').toString('base64'),
      SEAL_P12_PASSWORD: 'fixture',
    };
    const refused = await refusedStart(env);
    expect(refused.code).toBe(1);
    const named = [...refused.output.matchAll(/^ {2}- ([A-Z0-9_]+)/gm)].map(([, name]) => name);
    const rightly = [
      ...Object.keys(env),
      'PAYMENTS',
      'INDEX_KEY',
      'CHECKPOINT_KEY',
      'APPEND_KEY',
      'AUDITOR_PASSWORD',
    ].filter((name) => !['NODE_ENV', 'SEAL_P12_PASSWORD'].includes(name));
    expect(named.toSorted()).toEqual(rightly.toSorted());
    expect(refused.output).not.toMatch(/^\s+at /m);
  });

  it('make no secrets if the configuration is wrong', async () => {
    const data = join(folder.path, 'other');
    const refused = await refusedStart({ DATA_DIR: data, PORT: 'many' });
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('- PORT') });
    expect(existsSync(join(data, 'secrets'))).toBe(false);
  });

  it('name a database that cannot be reached', async () => {
    const port = await freePort();
    const env = {
      DATA_DIR: folder.path,
      PORT: '0',
      DATABASE_URL: `postgres://someone:hidden@127.0.0.1:${port}/none`,
    };
    const refused = await refusedStart(env);
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/DATABASE_URL/) });
    expect(refused.output).not.toMatch(/^\s+at |hidden/m);
  });
});
