// npm run test:dump: tests backups as operations.md describes them. The backups are made with PostgreSQL's
// own `pg_dump` and restored with its `pg_restore`, alone and together with a copy of the event store's log.
// Needs PostgreSQL 15 or newer on the machine (Debian: `postgresql`).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allPassed, recordError, check } from './checks.mjs';
import { withEventStore } from './event-store-log.mjs';
import { freePort, startBackend } from './running-backend.mjs';
import { buildBackend, install, OPERATOR, requireNode } from './workspace.mjs';

const INSTALLED = '/usr/lib/postgresql';

requireNode();
const [version] = (existsSync(INSTALLED) ? readdirSync(INSTALLED) : [])
  .filter((name) => Number(name) >= 15 && existsSync(join(INSTALLED, name, 'bin/initdb')))
  .toSorted((a, b) => Number(b) - Number(a));
if (version === undefined) {
  console.error('PostgreSQL 15 or newer was not found. On Debian 12 or newer: apt-get install postgresql');
  process.exit(1);
}
await install(console.log);
await buildBackend(console.log);
const { SAMPLES } = await import('../contracts/dist/testing/sample-terms.js');

const folder = mkdtempSync(join(tmpdir(), 'siegel-dump-'));
const port = await freePort();
const cluster = join(folder, 'cluster');
/**
 * The account that runs PostgreSQL if this process runs as root, because PostgreSQL refuses to run as root.
 */
const account = process.getuid() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

function idOf(what) {
  return Number(spawnSync('id', [what, 'postgres'], { encoding: 'utf8' }).stdout);
}

/** Runs a program of PostgreSQL. @throws Error unless it succeeds */
function postgres(program, ...args) {
  const { status, stdout, stderr } = spawnSync(join(INSTALLED, version, 'bin', program), args, {
    ...account,
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'siegel' },
    // With pipes, this call would not return, because the started server would keep them open.
    ...(program === 'pg_ctl' ? { stdio: 'ignore' } : {}),
  });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`);
}

const urlOf = (database) => `postgres://siegel@127.0.0.1:${port}/${database}`;
/**
 * Returns a backend's environment. Without `store` the events are in the database. A restored database has the
 * DATA_DIR of the original, and each original has a DATA_DIR of its own: a backend keeps its newest checkpoint there.
 */
const envOf = (database, store) => ({
  DATABASE_URL: urlOf(database),
  DATA_DIR: join(folder, `data-${database.replace('_restored', '')}`),
  ...(store === undefined ? {} : { EVENT_STORE_URL: store.url }),
});

/** Runs an operator's command. @returns its output */
function operate(command, args, database, store, code = 0) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [OPERATOR, command, ...args], {
    env: { ...process.env, ...envOf(database, store) },
    encoding: 'utf8',
  });
  assert.equal(status, code, `${stdout}${stderr}`);
  return stdout;
}

/** Accepts what the restore lost, as docs/operations/backup.md says. @returns the list of lost places */
function acceptLosses(database, store) {
  const places = operate('log:adopt', [], database, store, 1);
  writeFileSync(join(folder, 'places'), places);
  operate('log:adopt', ['--accept-from', join(folder, 'places'), '--reason', 'a restore'], database, store);
  return places;
}

async function createNda({ url }) {
  const answer = await fetch(`${url}/api/ndas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SAMPLES.en),
  });
  assert.equal(answer.status, 201);
  const { id } = await answer.json();
  return { id, cookie: answer.headers.get('set-cookie').split(';')[0] };
}

const statusOf = async ({ url }, { id, cookie }) =>
  (await fetch(`${url}/api/ndas/${id}`, { headers: { cookie } })).status;

/** Dumps a database: the parts that the options in `what` select, by default everything. */
const dump = (database, file, ...what) =>
  postgres('pg_dump', '--format=custom', `--file=${join(folder, file)}`, ...what, database);

function restore(database, ...files) {
  postgres('createdb', database);
  for (const file of files)
    postgres('pg_restore', '--exit-on-error', `--dbname=${database}`, join(folder, file));
}

async function whileServing(database, work, store) {
  const backend = await startBackend({ env: envOf(database, store) });
  try {
    return await work(backend);
  } finally {
    await backend.stop();
  }
}

try {
  mkdirSync(cluster);
  chmodSync(folder, 0o755);
  if (account.uid !== undefined) {
    chownSync(folder, account.uid, account.gid);
    chownSync(cluster, account.uid, account.gid);
  }
  postgres('initdb', '--auth=trust', '--username=siegel', '--encoding=UTF8', `--pgdata=${cluster}`);
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  postgres(
    'pg_ctl',
    'start',
    '--wait',
    `--pgdata=${cluster}`,
    `--log=${join(folder, 'log')}`,
    '-o',
    settings,
  );

  await check('an agreement that was erased after the dump stays erased after a restore', async () => {
    postgres('createdb', 'one');
    const made = await whileServing('one', async (backend) => [
      await createNda(backend),
      await createNda(backend),
    ]);
    dump('one', 'all');
    const [kept, erased] = made;
    operate('nda:erase', [erased.id, '--yes'], 'one');
    restore('one_restored', 'all');
    await whileServing('one_restored', async (backend) => {
      assert.equal(await statusOf(backend, kept), 200);
      assert.equal(await statusOf(backend, erased), 404);
      assert.equal(await statusOf(backend, await createNda(backend)), 200);
    });
    assert.match(operate('replay', [erased.id], 'one_restored'), /personal: erased/);
  });

  await check(
    'a restore whose events are older than the rest serves once the lost ones are accepted',
    async () => {
      postgres('createdb', 'two');
      const kept = await whileServing('two', createNda);
      dump('two', 'events', '--schema=event_store');
      const lost = await whileServing('two', createNda);
      dump('two', 'rest', '--exclude-schema=event_store');
      restore('two_restored', 'rest', 'events');
      await assert.rejects(
        whileServing('two_restored', async () => undefined),
        /siegel projections:rebuild/,
      );
      operate('projections:rebuild', [], 'two_restored');
      await assert.rejects(
        whileServing('two_restored', async () => undefined),
        /siegel log:adopt/,
      );
      assert.match(acceptLosses('two_restored'), new RegExp(`^nda-${lost.id}@0\\b`, 'm'));
      await whileServing('two_restored', async (backend) => {
        assert.equal(await statusOf(backend, kept), 200);
        assert.equal(await statusOf(backend, lost), 404);
        assert.equal(await statusOf(backend, await createNda(backend)), 200);
      });
    },
  );

  await check('a restore whose events are newer than the rest serves those whose keys exist', async () => {
    postgres('createdb', 'three');
    const kept = await whileServing('three', createNda);
    dump('three', 'rest-before', '--exclude-schema=event_store');
    const unreadable = await whileServing('three', createNda);
    dump('three', 'events-after', '--schema=event_store');
    restore('three_restored', 'rest-before', 'events-after');
    await whileServing('three_restored', async (backend) => {
      assert.equal(await statusOf(backend, kept), 200);
      assert.equal(await statusOf(backend, unreadable), 503);
      const { warnings } = await (await fetch(`${backend.url}/health/ready`)).json();
      assert.match(warnings.join('\n'), /keys of 1 agreements/);
    });
    assert.match(operate('replay', [unreadable.id], 'three_restored'), /personal: key missing/);
  });

  await check('a restore whose log was copied before the dump serves once the lost events are accepted', () =>
    withEventStore(join(folder, 'four-store'), async (store) => {
      postgres('createdb', 'four');
      const [kept, erased, lost] = await whileServing(
        'four',
        async (backend) => {
          const before = [await createNda(backend), await createNda(backend)];
          store.copy();
          operate('nda:erase', [before[1].id, '--yes'], 'four', store);
          const after = await createNda(backend);
          dump('four', 'after-the-log');
          return [...before, after];
        },
        store,
      );
      restore('four_restored', 'after-the-log');
      store.restore();
      await assert.rejects(
        whileServing('four_restored', async () => undefined, store),
        /siegel projections:rebuild/,
      );
      operate('projections:rebuild', [], 'four_restored', store);
      await assert.rejects(
        whileServing('four_restored', async () => undefined, store),
        /siegel log:adopt/,
      );
      assert.match(acceptLosses('four_restored', store), new RegExp(`^nda-${lost.id}@0\\b`, 'm'));
      await whileServing(
        'four_restored',
        async (backend) => {
          assert.equal(await statusOf(backend, kept), 200);
          assert.equal(await statusOf(backend, lost), 404);
          assert.equal(await statusOf(backend, erased), 404);
          assert.equal(await statusOf(backend, await createNda(backend)), 200);
        },
        store,
      );
      assert.match(operate('replay', [erased.id], 'four_restored', store), /personal: erased/);
    }),
  );

  await check('a restore whose log was copied after the dump serves the events whose keys exist', () =>
    withEventStore(join(folder, 'five-store'), async (store) => {
      postgres('createdb', 'five');
      const [kept, unreadable] = await whileServing(
        'five',
        async (backend) => {
          const before = await createNda(backend);
          dump('five', 'before-the-log');
          const after = await createNda(backend);
          store.copy();
          await createNda(backend);
          return [before, after];
        },
        store,
      );
      restore('five_restored', 'before-the-log');
      store.restore();
      await whileServing(
        'five_restored',
        async (backend) => {
          assert.equal(await statusOf(backend, kept), 200);
          assert.equal(await statusOf(backend, unreadable), 503);
          assert.equal(await statusOf(backend, await createNda(backend)), 200);
          const { warnings } = await (await fetch(`${backend.url}/health/ready`)).json();
          assert.match(warnings.join('\n'), /keys of 1 agreements/);
        },
        store,
      );
      assert.match(operate('replay', [unreadable.id], 'five_restored', store), /personal: key missing/);
    }),
  );
} catch (error) {
  recordError(error);
} finally {
  spawnSync(
    join(INSTALLED, version, 'bin/pg_ctl'),
    ['stop', '--wait', '--mode=fast', `--pgdata=${cluster}`],
    { ...account, cwd: folder, stdio: 'ignore' },
  );
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = allPassed() ? 0 : 1;
