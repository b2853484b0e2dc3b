import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '#src/platform/crypto/ids';
import { createTestRole, type TestRole } from '#src/platform/postgres/testing/test-role';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';
import { command, type Environment, type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { type Call, onDatabase } from '../steps/operator-calls.js';
import { environmentOf } from '../backend/secrets.js';
import { createServiceDatabase } from '../backend/service-database.js';
import { create } from '../steps/steps.js';
import { startTestBackend, type TestBackend, testSecrets } from '../backend/test-backend.js';

const DATABASE_URL = 'postgres://siegel:hidden@127.0.0.1:1/siegel';

const named = (calls: readonly Call[]): [string, Call][] => calls.map((call) => [call[0], call]);
/** Returns the calls that need secrets. */
const withSecrets = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(([name]) => !['verify:log', 'events:copy'].includes(name));

async function refused([name, ...args]: Call, env: Environment, exitCode: number): Promise<string> {
  const { code, output } = await command(name, args, env);
  expect({ code, output }).toEqual({ code: exitCode, output });
  expect(output).not.toMatch(/^\s+at /m);
  return output;
}

describe('commands with a database role that lacks rights', () => {
  const [secrets, nobodys] = [environmentOf(testSecrets()), newId()];
  let backend: TestBackend;
  let empty: TestDatabase;
  let folder: TestDataDir;
  let roles: Readonly<Record<'stranger' | 'reader', TestRole>>;
  let id: string;
  beforeAll(async () => {
    [backend, empty, folder] = await Promise.all([startTestBackend(), createTestDatabase(), testDataDir()]);
    await mkdir(folder.path, { mode: 0o700 });
    id = await create(backend.browser());
    const { database } = backend;
    const reads = ['public', 'event_store'].flatMap((schema) => [
      `GRANT USAGE ON SCHEMA ${schema} TO`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO`,
    ]);
    roles = {
      stranger: await createTestRole(database),
      reader: await createTestRole(database, reads),
    };
  });
  afterAll(async () => {
    await backend.stop();
    await empty.drop();
    await folder.remove();
  });

  const on = (url: string, other: Environment = secrets): Environment => ({
    DATA_DIR: folder.path,
    DATABASE_URL: url,
    PUBLIC_URL: backend.backend.address,
    ...other,
    MASTER_KEY_OLD: '2'.repeat(64),
  });
  /** Returns an environment with the backend's own secrets, so that only the role is wrong. */
  const ours = (url: string): Environment => on(url, environmentOf(backend.secrets));

  it.each(named(onDatabase(nobodys)))('%s names the object that it may not read', async (_, call) => {
    const output = await refused(call, ours(roles.stranger.url), 1);
    // These two look for backends first.
    const isAlone = ['log:adopt', 'keys:own'].includes(call[0]);
    expect(output).toMatch(
      isAlone
        ? /A backend uses this database/
        : /lacks a right: permission denied for (table|schema|database) \w+/,
    );
    expect(output).not.toContain(roles.stranger.password);
  });

  it.each(named(onDatabase(nobodys)))(
    '%s reports that it may not create anything in an empty database, or that the database is empty',
    async (_, call) => {
      const output = await refused(call, on(roles.stranger.at(empty)), 1);
      expect(output).toMatch(
        ['doctor', 'verify:log', 'keys:own'].includes(call[0])
          ? /no backend has ever been started on/i
          : /lacks a right: permission denied for (schema public|database \w+)\. /,
      );
    },
  );

  it('succeed with a role that only reads if they only read', async () => {
    const env = ours(roles.reader.url);
    expect(await command('verify:log', [], env)).toMatchObject({ code: 0 });
    const text = await refused(['doctor'], env, 1);
    const faults = text.split('\n').filter((line) => line.startsWith('FAULT'));
    expect(faults).toEqual([
      expect.stringMatching(
        /^FAULT +database writes +.* lacks a right: permission denied for table write_probe\. -> Make the role the owner/,
      ),
    ]);
  });

  it.each<[string, (of: string) => readonly string[]]>([
    ['nda:erase', (of) => [of, '--yes']],
    ['nda:hold', (of) => [of, '--reason', 'Case 12 O 34/26']],
    ['projections:rebuild', () => ['ndas']],
    ['keys:rotate', () => []],
  ])(
    'such as %s fail, name the object that they may not write, and write nothing',
    async (name, argumentsOf) => {
      const output = await refused([name, ...argumentsOf(id)], ours(roles.reader.url), 1);
      expect(output).toMatch(/lacks a right: permission denied for (table|schema|database) \w+/);
      const replayed = await command('replay', [id, '--json'], ours(backend.database.url));
      expect(replayed.code).toBe(0);
      const { events } = JSON.parse(replayed.output) as { events: { type: string }[] };
      expect(events.map(({ type }) => type)).toEqual(['NdaCreated']);
    },
  );

  it('erase nothing if the list of erasures cannot be written, and name that list', async () => {
    const data = join(dirname(folder.path), 'erasing');
    const list = join(data, 'erasures');
    await mkdir(list, { recursive: true, mode: 0o700 });
    const env = { ...ours(backend.database.url), DATA_DIR: data };
    expect(await refused(['nda:erase', id, '--yes'], env, 1)).toContain(list);
  });

  it('include the doctor: it reports that the role may not use any schema', async () => {
    const { pool } = backend.database;
    await pool.query('REVOKE USAGE ON SCHEMA public FROM PUBLIC');
    const output = await refused(['doctor'], ours(roles.stranger.url), 1);
    await pool.query('GRANT USAGE ON SCHEMA public TO PUBLIC');
    expect(output).toMatch(/^FAULT +tables +The role of DATABASE_URL has no right to use any schema/m);
  });

  it('refuse to copy a database if the role may not read or write all of it', async () => {
    const { url } = backend.database;
    const copy = (from: string, to: string): Promise<string> =>
      refused(['database:copy', from, to], { DATA_DIR: folder.path }, 1);
    expect(await copy(roles.stranger.url, empty.url)).toMatch(
      /The role of the source has no right to read event_store\.\w+, .* and \d+ more\. Make the role the owner/,
    );
    // The `reader` role may read everything except the sequences. If the command did not refuse, the values
    // of the sequences would be lost silently.
    expect(await copy(roles.reader.url, empty.url)).toMatch(
      /no right to read (event_store|public)\.\w+_seq\b/,
    );
    const unused = await createServiceDatabase();
    expect(await copy(unused.url, roles.stranger.at(empty))).toContain('permission denied for schema public');
    await unused.drop();
    expect(await copy(url, roles.reader.at(backend.database))).toContain('are the same database');
    const other = await createTestDatabase();
    await other.pool.query('CREATE TABLE migrations (name text)');
    expect(await copy(url, roles.stranger.at(other))).toContain(
      'The role of the target has no right to replace public.migrations. ',
    );
    await other.drop();
  });
});

describe('commands with unusable files or folders', () => {
  let folder: TestDataDir;
  let given: Environment;
  /**
   * A path whose parent is a file, not a folder. So nobody can read or create anything at this path, not even
   * root.
   */
  let below: string;
  let aFile: string;
  const id = newId();
  const all = onDatabase(id);
  beforeAll(async () => {
    folder = await testDataDir();
    await mkdir(folder.path, { mode: 0o700 });
    aFile = join(dirname(folder.path), 'a-file');
    await writeFile(aFile, '%PDF-');
    below = join(aFile, 'below');
    given = { DATA_DIR: folder.path, DATABASE_URL, ...environmentOf(testSecrets()) };
  });
  afterAll(() => folder.remove());

  it.each(named(all))('%s names a secret in a file that cannot be read', async (_, call) => {
    const { MASTER_KEY: _key, ...rest } = given;
    const output = await refused(call, { ...rest, MASTER_KEY_FILE: below }, 2);
    expect(output).toContain(`MASTER_KEY_FILE: the file ${below} cannot be read.`);
  });

  it.each(named(withSecrets(all)))(
    '%s names unreadable certificates of the seal, of authorities or of the event store',
    async (_, call) => {
      const output = await refused(
        call,
        {
          ...given,
          SEAL_P12: below,
          TSA_URL: 'http://127.0.0.1:1',
          TSA_CA: below,
          EVENT_STORE_URL: `esdb://127.0.0.1:1?tlsCAFile=${below}`,
        },
        2,
      );
      for (const name of ['SEAL_P12', 'TSA_CA', below]) expect(output).toContain(name);
    },
  );

  it.each(named(all))('%s names a data folder that cannot be created', async (name, call) => {
    const { DATABASE_URL: _url, ...embedded } = given;
    const readsAlone = ['doctor', 'verify:log', 'events:copy'].includes(name);
    const output = await refused(call, { ...embedded, DATA_DIR: below }, readsAlone ? 1 : 2);
    expect(output).toContain(below);
    expect(output).toMatch(/cannot be (used|read and written)|this account cannot read and write it/);
  });

  it.each(named(withSecrets(all)))('%s names a secrets folder that is not a folder', async (_, call) => {
    const data = join(dirname(folder.path), `data of ${call[0].replace(':', ' ')}`);
    await mkdir(data, { mode: 0o700 });
    await writeFile(join(data, 'secrets'), '');
    const output = await refused(call, { DATA_DIR: data, DATABASE_URL }, 2);
    expect(output).toContain(`MASTER_KEY: ${data}/secrets/master-key cannot be read`);
    expect(output).toContain('(ENOTDIR)');
  });

  it('do not wait endlessly for a lock that cannot be read', async () => {
    const data = join(dirname(folder.path), 'locked');
    await mkdir(join(data, 'backend.lock'), { recursive: true, mode: 0o700 });
    const { DATABASE_URL: _url, ...embedded } = given;
    expect(await refused(['verify:log'], { ...embedded, DATA_DIR: data }, 1)).toMatch(
      /^\S+ cannot be used: EISDIR/,
    );
  });

  it.each<[string, (below: string, aFile: string) => readonly string[], number]>([
    ['verify', (path) => [path], 2],
    ['verify', (path) => [dirname(dirname(path))], 2],
    ['verify', (path, file) => [file, '--certificates', path], 2],
    ['verify', (path, file) => [file, '--keys', path], 2],
    ['verify', (_, file) => [file, '--keys', file], 2],
    ['verify:log', (path) => ['--checkpoints', path], 2],
    ['verify:log', (path) => ['--checkpoints', dirname(dirname(path))], 2],
    ['secrets:make', (path) => [path], 1],
    ['database:copy', (path) => [path, DATABASE_URL], 2],
    ['database:copy', (path) => ['--from-file', path, DATABASE_URL], 2],
    ['events:copy', (path) => ['--from', 'postgres', '--to-file', path], 2],
    ['database:copy', (path) => [DATABASE_URL, path], 1],
  ])('%s names the file or folder of its arguments (%#)', async (name, argumentsOf, exitCode) => {
    const args = argumentsOf(below, aFile);
    const output = await refused([name, ...args], {}, exitCode);
    expect(output).toContain(dirname(aFile));
    expect(output).not.toContain('hidden');
  });

  it('make secrets only if all folders can be used', async () => {
    const made = join(dirname(folder.path), 'made');
    const args = [made, '--database', below, '--database-host', 'postgres'];
    expect(await refused(['secrets:make', ...args], {}, 1)).toContain(`The folder ${below} cannot be used`);
  });
});
