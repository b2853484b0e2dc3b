import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { createTestDatabase } from '#src/platform/postgres/testing/test-database';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import {
  command,
  type Environment,
  runBuilt,
  runCommand,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { newId } from '#src/platform/crypto/ids';
import { type Call, onDatabase } from '../steps/operator-calls.js';
import { environmentOf } from '../backend/secrets.js';
import { createServiceDatabase } from '../backend/service-database.js';
import { create, signedByBoth } from '../steps/steps.js';
import { startTestBackend, type TestBackend, testSecrets } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

describe('the built program', () => {
  it('prints its help and its version if it is started by the file on the PATH of the image', async () => {
    const said = async (...args: string[]) => {
      const run = runBuilt('cli/main', args, {});
      return { code: await run.exited, output: run.output() };
    };
    const read = (path: string): Promise<string> => readFile(join(__dirname, '../..', path), 'utf8');
    const { version } = JSON.parse(await read('package.json')) as { version: string };
    const commit = await read('dist/commit').catch(() => '');
    const output = commit === '' ? `${version}\n` : `${version}+${commit}\n`;
    expect(await said('--version')).toEqual({ code: 0, output });
    expect(await said('--help')).toMatchObject({ code: 0, output: expect.stringContaining('nda:erase') });
    expect(await said('doktor')).toMatchObject({
      code: 2,
      output: expect.stringContaining("Did you mean 'doctor'?"),
    });
    expect(await readFile(join(__dirname, '../../dist/cli/main.js'), 'utf8')).toMatch(
      /^#!\/usr\/bin\/env node\n/,
    );
  });

  it('makes secrets once, with the address of a database on request', async () => {
    const folder = await testDataDir('secrets of a set-up');
    const database = join(dirname(folder.path), 'database');
    const args = [folder.path, '--database', database, '--database-host', 'postgres'];
    expect(await command('secrets:make', args, {})).toMatchObject({
      code: 0,
      output: expect.stringContaining('made now'),
    });
    const password = await readFile(join(database, 'postgres-password'), 'utf8');
    const made = () => readFile(join(folder.path, 'secrets/database-url'), 'utf8');
    expect(await made()).toBe(`postgres://siegel:${password}@postgres:5432/siegel`);
    expect(await command('secrets:make', args, {})).toMatchObject({
      code: 0,
      output: expect.stringContaining('Existing ones were not changed'),
    });
    expect(await made()).toContain(password);
    await folder.remove();
  });
});

describe('commands with a fault in their environment', () => {
  let folder: TestDataDir;
  let env: Environment;
  const id = newId();
  beforeAll(async () => {
    folder = await testDataDir();
    env = {
      DATA_DIR: folder.path,
      DATABASE_URL: `postgres://siegel:hidden@127.0.0.1:${await freePort()}/siegel`,
      ...environmentOf(testSecrets()),
      MASTER_KEY_OLD: '2'.repeat(64),
    };
  });
  afterAll(() => folder.remove());

  const CALLS: readonly Call[] = [
    ...onDatabase(id),
    ['database:copy', 'postgres://a@127.0.0.1:1/a', 'postgres://b@127.0.0.1:1/b'],
  ];

  it.each(CALLS.map((call) => [call]))(
    '%j without its database ends with 1, and reports it',
    async (call) => {
      const [name, ...args] = call;
      const { code, output } = await command(name, args, env);
      expect(code).toBe(1);
      expect(output).toMatch(/database|PostgreSQL|ECONNREFUSED/);
      expect(output).not.toMatch(/^\s+at |hidden/m);
    },
  );

  it.each(CALLS.filter(([name]) => name !== 'database:copy').map((call) => [call]))(
    '%j with an invalid configuration ends with 2, and names every fault',
    async (call) => {
      const [name, ...args] = call;
      const { code, output } = await command(name, args, { ...env, PORT: 'none', SMTP_URL: 'none' });
      expect(code).toBe(2);
      for (const variable of ['PORT', 'SMTP_URL']) expect(output).toContain(variable);
      expect(output).not.toMatch(/^\s+at /m);
    },
  );

  it('the doctor creates no database if there is none, but reports that', async () => {
    const { DATABASE_URL: _, ...without } = env;
    const { code, output } = await command('doctor', [], without);
    expect(code).toBe(1);
    expect(output).toMatch(/^FAULT +database +.* holds no database: no backend has ever been started on it/m);
    await expect(readFile(join(folder.path, 'postgres.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the operator beside a serving backend', () => {
  let backend: TestBackend;
  let folder: TestDataDir;
  let env: Environment;
  beforeAll(async () => {
    [backend, folder] = [await startTestBackend(), await testDataDir()];
    await mkdir(folder.path, { mode: 0o700 });
    env = {
      DATABASE_URL: backend.database.url,
      DATA_DIR: folder.path,
      PUBLIC_URL: backend.backend.address,
      ...environmentOf(backend.secrets),
    };
  });
  afterAll(async () => {
    await backend.stop();
    await folder.remove();
  });

  const answer = async (name: string, ...args: string[]): Promise<Record<string, unknown>> => {
    const { code, output } = await command(name, [...args, '--json'], env);
    expect({ code, lines: output.trim().split('\n').length, output }).toEqual({ code: 0, lines: 1, output });
    return JSON.parse(output) as Record<string, unknown>;
  };

  it('can get answers as JSON on one line', async () => {
    const browser = backend.browser();
    const [signed, draft] = [await signedByBoth(browser), await create(browser)];
    expect(await answer('replay', signed)).toMatchObject({
      ndaId: signed,
      events: expect.arrayContaining([expect.objectContaining({ type: 'NdaCreated', unreadable: null })]),
      after: expect.objectContaining({ mode: 'in-person' }),
    });
    const held = await answer('nda:hold', signed, '--reason', 'Case 12 O 34/26');
    expect(held).toEqual({ ndaId: signed, legalHold: true, since: expect.stringMatching(/Z$/) });
    expect(await answer('nda:hold', signed, '--lift')).toEqual({
      ndaId: signed,
      legalHold: false,
      since: null,
    });
    expect(await answer('nda:erase', draft, '--yes')).toMatchObject({ stream: `nda-${draft}` });
    expect(await answer('payments:check', '2026-01-01')).toEqual({ provider: 'sandbox', differences: [] });
    expect(await answer('doctor')).toMatchObject({ state: 'ok' });
    expect(await answer('verify:log')).toMatchObject({ firstBroken: null });
  });

  it('learns of a fault from the exit code and the lines of the doctor', async () => {
    const { code, output } = await command('doctor', [], {
      ...env,
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    });
    expect(code).toBe(1);
    expect(output.split('\n').filter((line) => line.startsWith('FAULT'))).toEqual([
      expect.stringMatching(/^FAULT +mail +The mail server cannot be reached/),
    ]);
  });

  it('learns from the doctor which secrets are missing; the doctor makes none', async () => {
    const { code, output } = await command('doctor', ['--json'], {
      DATABASE_URL: backend.database.url,
      DATA_DIR: folder.path,
    });
    expect(code).toBe(2);
    const { state, checks } = JSON.parse(output) as {
      state: string;
      checks: { name: string; says: string }[];
    };
    expect([state, checks[0]?.name]).toEqual(['configuration', 'configuration']);
    expect(checks[0]?.says).toContain('MASTER_KEY: missing');
    await expect(readFile(join(folder.path, 'secrets/master-key'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'can end a command by %s; it leaves nothing behind and can be run again',
    async (signal, code) => {
      // By default, a command's database sessions have the same name as the test's own sessions. The test
      // gives the command's sessions another name, so that it can recognise them.
      const name = `ended by ${signal}`;
      const url = Object.assign(new URL(backend.database.url), { search: `?application_name=${name}` }).href;
      const sessions = async (condition: string): Promise<number> => {
        const { rows } = await backend.database.pool.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = $1 AND ${condition}`,
          [name],
        );
        return rows[0]?.n ?? 0;
      };
      const holder = new Client({ connectionString: backend.database.url });
      await holder.connect();
      try {
        await holder.query('BEGIN; LOCK TABLE log_leaves IN ACCESS EXCLUSIVE MODE');
        const run = runCommand('verify:log', [], { ...env, DATABASE_URL: url });
        await until(async () => {
          if (run.process.exitCode !== null) throw new Error(`it waited for nothing:\n${run.output()}`);
          return (await sessions(`wait_event_type = 'Lock'`)) > 0;
        });
        run.process.kill(signal);
        expect([await run.exited, run.output()]).toEqual([
          code,
          expect.stringContaining(`ended by ${signal} before it was done`),
        ]);
      } finally {
        await holder.end();
      }
      await until(async () => (await sessions('true')) === 0);
      expect(await command('verify:log', [], env)).toMatchObject({ code: 0 });
    },
  );

  it('may run the same command twice at once', async () => {
    const id = await create(backend.browser());
    const both = await Promise.all([1, 2].map(() => command('nda:erase', [id, '--yes', '--json'], env)));
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both[0]?.output).toBe(both[1]?.output);
    const rebuilt = await Promise.all([1, 2].map(() => command('projections:rebuild', ['ndas'], env)));
    expect(rebuilt.map(({ code }) => code)).toContain(0);
    await writeFile(join(folder.path, 'kept.json'), '{');
    expect(await command('verify:log', ['--checkpoints', join(folder.path, 'kept.json')], env)).toMatchObject(
      {
        code: 2,
      },
    );
  });

  it('can copy neither from nor to a database on which a backend serves', async () => {
    const [unused, empty] = await Promise.all([createServiceDatabase(), createTestDatabase()]);
    const served = backend.database.url;
    const address = join(folder.path, 'address');
    await writeFile(address, `${served}\n`);
    const refused = async (args: readonly string[], which: string): Promise<void> => {
      const { code, output } = await command('database:copy', args, env);
      expect([code, output]).toEqual([1, expect.stringContaining(`A backend uses the ${which}`)]);
      expect(output).toContain('Stop every backend first');
    };
    await refused([served, empty.url], 'source');
    await refused(['--from-file', address, empty.url], 'source');
    await refused(['--overwrite', '--to-file', address, unused.url], 'target');
    expect((await empty.pool.query("SELECT 1 FROM pg_class WHERE relname = 'ndas'")).rowCount).toBe(0);
    expect((await backend.database.pool.query('SELECT FROM live_backends')).rowCount).toBe(1);
    await Promise.all([unused.drop(), empty.drop()]);
  });
});
