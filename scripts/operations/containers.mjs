// Runs the command blocks for containers from the operations pages, on a double of `docker compose`. Checks
// that volumes and the database can be restored from copies. Also checks that a failed copy is reported, and
// that the last good copy is kept.
import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../running-backend.mjs';
import { root } from '../workspace.mjs';
import { restoreAsCopy, rotateAppendKey, rotateMasterKey } from './container-keys.mjs';
import { startPostgres } from './database.mjs';
import { program, shellOn } from './host.mjs';

/** The user id of `node` in our image, and of EventStoreDB in its image. */
const ACCOUNT = 1000;
const SECRETS = {
  'siegel-secrets/secrets/master-key': 'the key',
  'siegel-secrets/secrets/admin-password': 'the first password',
  'siegel-database/postgres-password': 'of-the-database',
};
const EVENT_STORE = {
  'chunk-000000.000000': 'events',
  'chaser.chk': '12345678',
  'index/one/map': 'an index',
};

/** True if only the owner has access, as after `umask 077`. */
const isPrivate = (path) => (statSync(path).mode & 0o077) === 0;

async function openContainers() {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-operations-containers-'));
  chmodSync(folder, 0o755);
  const state = join(folder, 'state');
  const port = await freePort();
  const database = startPostgres(join(folder, 'postgres'), port);
  for (const name of ['bin', 'checkout', 'state']) mkdirSync(join(folder, name));
  // Copies the compose file, because the blocks write a file into its folder.
  cpSync(join(root, 'docker-compose.yml'), join(folder, 'checkout/docker-compose.yml'));
  program(
    join(folder, 'bin/docker'),
    `#!/bin/sh\nexec ${process.execPath} ${join(root, 'scripts/operations/docker.mjs')} "$@"\n`,
  );
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    SIEGEL_DOUBLE_STATE: state,
    CHECKOUT: join(folder, 'checkout'),
    BACKUPS: join(folder, 'backups'),
    SAFE: join(folder, 'safe'),
    PGHOST: join(folder, 'postgres'),
    PGPORT: String(port),
  };
  const end = () => {
    database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', end);
  return {
    ...shellOn({ folder, env }, {}),
    env,
    /**
     * Returns the path on this machine for a path in a container. All containers share one file system in
     * this double.
     */
    path: (name) => join(state, 'root', name),
    close: () => {
      process.off('exit', end);
      end();
    },
  };
}

function put(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
}

/** Creates volumes as an engine does: they belong to the account of the image. */
function makeVolumes({ path }, files) {
  for (const name of ['siegel-secrets', 'siegel-database', 'siegel-data', 'var/lib/eventstore'])
    mkdirSync(path(name), { recursive: true });
  for (const [name, text] of Object.entries(files)) put(path(name), text);
  if (process.getuid() === 0)
    for (const name of readdirSync(path(''), { recursive: true })) chownSync(path(name), ACCOUNT, ACCOUNT);
}

const eventStoreFiles = Object.fromEntries(
  Object.entries(EVENT_STORE).map(([name, text]) => [`var/lib/eventstore/${name}`, text]),
);
const psql = (commands, database = 'siegel') =>
  `psql --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --username=postgres --dbname=${database} <<'SQL'\n${commands}\nSQL`;

async function setUp(containers) {
  makeVolumes(containers, { ...SECRETS, ...eventStoreFiles });
  await containers.must(
    'the database',
    `${psql("CREATE ROLE siegel SUPERUSER LOGIN PASSWORD 'of-the-database';\nCREATE DATABASE siegel OWNER siegel;", 'postgres')}
${psql('CREATE TABLE kept AS SELECT 1 AS one;')}
install -d -m 0700 "$BACKUPS"
cd "$CHECKOUT"
docker compose up --detach --wait`,
  );
}

/**
 * Replaces a secret by running the page's block, and checks the result. The block writes the secret as the
 * account that reads it. If root wrote the secret into the volume, the backend could not start.
 */
async function replaceSecret(containers) {
  const { path, env } = containers;
  await containers.run('secret-containers');
  const password = readFileSync(path('siegel-secrets/secrets/admin-password'), 'utf8');
  assert.match(password, /^\S{24}\n$/);
  assert.deepEqual(readdirSync(path('siegel-secrets')), ['secrets']);
  const copies = readdirSync(env.SAFE).toSorted();
  const [, stamp] = /^(\d{8}T\d{6}Z)\.env$/.exec(copies[0]) ?? [];
  assert.deepEqual(copies, [`${stamp}.env`, `${stamp}.tar`]);
  for (const path of [env.SAFE, ...copies.map((copy) => join(env.SAFE, copy))])
    assert(isPrivate(path), 'the copy of all secrets is nobody else’s');
}

/**
 * Checks that the list of erasures is copied whenever possible, and that a failed attempt never destroys an
 * existing copy.
 */
async function copyLists(containers) {
  const { path, env } = containers;
  const copy = join(env.BACKUPS, 'erasures-backend');
  assert.match(await containers.run('backup-lists-containers'), /There is no list yet/);
  assert(!existsSync(copy));
  makeVolumes(containers, { 'siegel-data/erasures': 'one\n' });
  await containers.run('backup-lists-containers');
  assert.equal(readFileSync(copy, 'utf8'), 'one\n');
  await containers.must('a stop', 'cd "$CHECKOUT"\ndocker compose stop backend');
  await assert.rejects(containers.run('backup-lists-containers'), /is not running/);
  assert.equal(readFileSync(copy, 'utf8'), 'one\n');
  await containers.must('a start', 'cd "$CHECKOUT"\ndocker compose start backend');
  // Puts a folder in place of the list, so that the list exists but cannot be read.
  rmSync(path('siegel-data/erasures'));
  mkdirSync(path('siegel-data/erasures'));
  await assert.rejects(containers.run('backup-lists-containers'), /Is a directory/);
  assert.equal(readFileSync(copy, 'utf8'), 'one\n');
  rmSync(path('siegel-data/erasures'), { recursive: true });
}

/**
 * Checks that a failed copy of the event store is reported, and that the event store runs again afterwards.
 */
async function failToBackUp(containers) {
  const aside = containers.path('aside');
  await containers.must('a fault', `mv ${containers.path('var')} ${aside}`);
  await assert.rejects(containers.run('backup-containers'), /tar: .*No such file/);
  await containers.must('its end', `mv ${aside} ${containers.path('var')}`);
  await containers.must('a question', 'cd "$CHECKOUT"\ndocker compose exec -T eventstore true');
  await containers.must('tidying', 'rm -r "$BACKUPS"/2*');
}

async function loseEverything(containers) {
  rmSync(containers.path(''), { recursive: true });
  await containers.must(
    'the loss',
    `cd "$CHECKOUT"\ndocker compose stop\n${psql('DROP DATABASE siegel;', 'postgres')}`,
  );
  // Creates the state of a new machine, on which `docker compose up` has created other secrets and an event
  // store with other content.
  makeVolumes(containers, {
    'siegel-secrets/secrets/master-key': 'another',
    'siegel-secrets/secrets/stray': 'another',
    'siegel-database/postgres-password': 'another',
    'var/lib/eventstore/chunk-000007.000000': 'others',
    'siegel-data/erasures': 'two',
  });
}

async function loseAndRestore(containers) {
  const { path, env } = containers;
  const secrets = Object.keys(SECRETS).map((name) => [name, readFileSync(path(name), 'utf8')]);
  await containers.run('backup-containers');
  for (const name of readdirSync(env.BACKUPS).filter((each) => each.startsWith('2')))
    assert(isPrivate(join(env.BACKUPS, name)), 'a backup is nobody else’s');
  await loseEverything(containers);
  rmSync(join(env.SIEGEL_DOUBLE_STATE, 'calls'));
  await assert.rejects(containers.run('restore-containers', { stamp: '20200101T000000Z' }));
  const safe = `${env.SAFE}-aside`;
  await containers.must('the loss of the secrets', `mv "$SAFE" ${safe}; install -d "$SAFE"`);
  await assert.rejects(containers.run('restore-containers'), /no copy of the secrets/);
  await containers.must('their return', `rmdir "$SAFE"; mv ${safe} "$SAFE"`);
  assert(!existsSync(join(env.SIEGEL_DOUBLE_STATE, 'calls')), 'nothing was touched without secrets');
  await containers.run('restore-containers');
  for (const [name, text] of secrets) assert.equal(readFileSync(path(name), 'utf8'), text);
  assert(!existsSync(path('siegel-secrets/secrets/stray')));
  for (const [name, text] of Object.entries(eventStoreFiles))
    assert.equal(readFileSync(path(name), 'utf8'), text);
  assert(!existsSync(path('var/lib/eventstore/chunk-000007.000000')));
  assert.deepEqual(readFileSync(path('siegel-data/erasures'), 'utf8').split('\n').filter(Boolean), [
    'two',
    'one',
  ]);
  const login = 'postgres://siegel:of-the-database@127.0.0.1:$PGPORT/siegel';
  assert.equal(
    await containers.must(
      'a look',
      `PGHOST= psql --no-align --tuples-only --command='SELECT one FROM kept' "${login}"`,
    ),
    '1\n',
  );
  // A restored event store exits once after its first start, so it is started twice. The backends start only
  // after their projections are rebuilt from the log.
  const calls = readFileSync(join(env.SIEGEL_DOUBLE_STATE, 'calls'), 'utf8').split('\n');
  const at = (text) => calls.findIndex((call) => call === text);
  const rebuilt = at('run --rm --no-deps -T backend siegel projections:rebuild');
  const adopted = at('run --rm --no-deps -T backend siegel log:adopt');
  assert.equal(calls.filter((call) => call === 'up --detach --no-deps --wait eventstore').length, 2);
  assert(adopted > 0 && adopted < rebuilt && rebuilt < at('up --detach --wait'), calls.join('\n'));
}

/**
 * Restores the newest backup once more, while `.env` names a LOG_ADOPTED that is younger than the backup, and a backup
 * with a LOG_ADOPTED on a machine without `.env`.
 */
async function restoreAdoptions(containers) {
  const { path, env } = containers;
  const settings = join(env.CHECKOUT, '.env');
  const statement = 'siegel-secrets/secrets/log-adopted';
  const adopted = `e30.0123abcd.${'m'.repeat(43)}\n`;
  await containers.must(
    'an adoption',
    `cd "$CHECKOUT"\nin_containers\nprintf '${adopted}' > "$HOME/found"\nadopted "$HOME/found"`,
  );
  assert.equal(readFileSync(path(statement), 'utf8'), adopted);
  const older = readdirSync(env.BACKUPS)
    .filter((name) => /^\d{8}T\d{6}Z$/.test(name))
    .toSorted()
    .at(-1);
  await containers.run('restore-containers', { stamp: older });
  assert(!existsSync(path(statement)));
  assert.doesNotMatch(readFileSync(settings, 'utf8'), /LOG_ADOPTED_FILE/);
  await containers.must('the adoption again', `cd "$CHECKOUT"\nin_containers\nadopted "$HOME/found"`);
  await containers.run('backup-containers');
  const kept = readFileSync(settings, 'utf8');
  rmSync(settings);
  await containers.run('restore-containers');
  assert.equal(readFileSync(path(statement), 'utf8'), adopted);
  assert.equal(readFileSync(settings, 'utf8'), kept);
}

/**
 * @param check runs a named check
 * @returns the procedures that were run
 */
export async function containerDrills(check) {
  const containers = await openContainers();
  try {
    await setUp(containers);
    await check('containers: a secret is replaced by the account that reads it', () =>
      replaceSecret(containers),
    );
    await check('containers: the master key is replaced in four steps', () => rotateMasterKey(containers));
    await check('containers: a key of the log is replaced and retired', () =>
      rotateAppendKey(containers, makeVolumes),
    );
    await check('containers: no copy of the list of erasures is lost', () => copyLists(containers));
    await check('containers: a failed backup is reported', () => failToBackUp(containers));
    makeVolumes(containers, { 'siegel-data/erasures': 'one\n' });
    await containers.run('backup-lists-containers');
    await check('containers: everything lost, restored', () => loseAndRestore(containers));
    await check('containers: LOG_ADOPTED goes with the secrets of a backup', () =>
      restoreAdoptions(containers),
    );
    await check('containers: a drill keeps its secrets out of the safe place', () =>
      restoreAsCopy(containers, makeVolumes),
    );
  } finally {
    containers.close();
  }
  return containers.done;
}
