// Checks of a host after each procedure, and drills that consist of several procedures, such as losses and
// rotations of secrets. Used by test-operations.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../processes.mjs';
import { freePort } from '../running-backend.mjs';
import { until } from './people.mjs';

/** Returns the name of the newest backup. */
export const newestBackup = ({ env }) =>
  readdirSync(env.BACKUPS)
    .filter((name) => /^\d{8}T\d{6}Z$/.test(name))
    .toSorted()
    .at(-1);

const newestSafe = ({ env }) => readdirSync(env.SAFE).toSorted().at(-1);

/**
 * Changes the group of the copied secrets, as if they came from a machine on which the service's account has
 * another number. Only root may do so.
 */
export function changeGroups({ env }) {
  if (process.getuid() !== 0) return;
  for (const name of readdirSync(env.SAFE, { recursive: true })) chownSync(join(env.SAFE, name), 0, 4711);
}

/**
 * Checks that all secrets belong to the group of the account that runs this process, and that accounts
 * outside this group cannot read them.
 */
export function expectOwnSecrets({ env }) {
  for (const name of readdirSync(env.SIEGEL_ETC, { recursive: true })) {
    const { gid, mode } = statSync(join(env.SIEGEL_ETC, name));
    assert.equal(gid, process.getgid(), name);
    assert.equal(mode & 0o027, 0, name);
  }
}

/** Simulates the loss of everything except the backups and the folder SAFE. */
export async function loseEverything({ host }) {
  host.kill();
  for (const place of [host.env.SIEGEL_ETC, host.env.SIEGEL_STATE])
    rmSync(place, { recursive: true, force: true });
  await host.must(
    'the loss of the database',
    `$AS_POSTGRES psql --quiet --set=ON_ERROR_STOP=1 --dbname=postgres <<'SQL'
SELECT format('DROP DATABASE %I WITH (FORCE)', datname) FROM pg_database WHERE datname LIKE 'siegel%' \\gexec
DROP ROLE siegel;
SQL`,
  );
}

/**
 * Checks that each agreement in `kept` exists and has a document that still verifies. Also checks that no
 * agreement in `gone` exists.
 */
export async function expectPeople({ people, kept, gone }) {
  for (const nda of kept) {
    assert.equal((await people.read(nda)).status, 200, `${nda.id} is there`);
    assert.equal(await people.verdict(nda.document), 'authentic');
  }
  for (const nda of gone) assert.equal((await people.read(nda)).status, 404, `${nda.id} is not there`);
}

/** Returns the variables of siegel.env, as the systemd unit reads them. */
const environmentOf = ({ env }) =>
  Object.fromEntries(
    readFileSync(join(env.SIEGEL_ETC, 'siegel.env'), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, name, value] = /^(\w+)='(.*)'$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, value]];
      }),
  );

/**
 * Starts an additional backend that has another value of a secret than the running backends.
 * @returns the backend's output
 * @throws AssertionError unless the backend exits with code 1
 */
export async function refusedStart(host, name, value) {
  const env = environmentOf(host);
  const { [`${name}_FILE`]: _, ...rest } = env;
  const said = [];
  const { child, exited, stop } = start(
    process.execPath,
    [join(host.env.SIEGEL_HOME, 'current/backend/dist/main.js')],
    {
      cwd: host.folder,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        ...rest,
        PORT: String(await freePort()),
        DATA_DIR: join(host.env.SIEGEL_STATE, 'refused'),
        [name]: value,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const code = await Promise.race([
    exited,
    new Promise((resolve) => setTimeout(resolve, 60_000, 'still running').unref()),
  ]);
  await stop();
  const text = Buffer.concat(said).toString('utf8');
  assert.equal(code, 1, `${name}: ${text}`);
  return text;
}

const ROLES = ['admin', 'auditor'];
const passwordsOf = (host) => ROLES.map((role) => host.secret(`${role}-password`));
const sessionsOf = (host, people) => Promise.all(passwordsOf(host).map(people.session));
const rolesOf = (sessions, people) => Promise.all(sessions.map(people.roleOf));
const NOBODY = [null, null];

const MASTER_KEYS = ['master-key', 'master-key-old', 'master-key-new'];
const filesOf = (host, names) =>
  names.map((name) => {
    const path = join(host.env.SIEGEL_ETC, 'secrets', name);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  });

/**
 * Rotates the master key step by step. Runs each of the first two steps twice, as if the first attempt had
 * failed. Makes a backup between the last two steps and stores the backup's name in `host.middle`.
 */
async function rotateMasterKeySlowly(host) {
  const [first, second, third, fourth, ...others] = host.piecesOf('rotate-master-key');
  assert.deepEqual(others, []);
  const step = (commands) => host.must('rotate-master-key', commands);
  const key = host.secret('master-key');
  await step(first);
  const begun = filesOf(host, MASTER_KEYS);
  await step(first);
  assert.deepEqual(filesOf(host, MASTER_KEYS), begun, 'the same new key, also when step 1 is run again');
  await step(second);
  const changed = filesOf(host, MASTER_KEYS);
  assert.deepEqual(changed, [begun[2], begun[0], undefined]);
  await assert.rejects(step(first), /A rotation was begun/);
  await step(second);
  assert.deepEqual(filesOf(host, MASTER_KEYS), changed, 'nothing is lost when it is begun again');
  assert.equal(host.secret('master-key-old'), key);
  await step(third);
  await host.run('backup');
  host.middle = newestBackup(host);
  // Waits for the next second. The next step makes a copy, and the copy's timestamp must differ from the
  // backup's timestamp.
  const time = () => new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  await until('the next second', async () => time() > host.middle);
  await step(fourth);
  host.done.add('rotate-master-key');
}

/**
 * Restores the backup that was made in the middle of a rotation. Checks that this backup works with the copy
 * of the secrets from that time, and that the rotation can be continued after the restore.
 */
export async function restoreMiddle({ host, people, kept, gone, check }) {
  await check('a backup from the middle of a rotation opens, and the rotation goes on', async () => {
    const now = newestSafe(host);
    await host.run('restore', { stamp: host.middle });
    assert.notEqual(host.secret('master-key-old'), host.secret('master-key'));
    await host.run('restore-accept');
    await host.run('restore-start');
    await expectPeople({ people, kept, gone });
    for (const commands of host.piecesOf('rotate-master-key').slice(2))
      await host.must('rotate-master-key', commands);
    await expectPeople({ people, kept, gone });
    assert(newestSafe(host) > now, 'and has a copy of its own');
  });
}

/** Rotates the keys, and checks that a backend with an old key does not start. */
export async function rotateKeys({ host, people, check }) {
  for (const [procedure, name] of [
    ['rotate-master-key', 'master-key'],
    ['rotate-session-secret', 'session-secret'],
    ['rotate-checkpoint-key', 'checkpoint-key'],
    ['rotate-append-key', 'append-key'],
  ])
    await check(procedure, async () => {
      const old = host.secret(name);
      const sessions = await sessionsOf(host, people);
      if (name === 'master-key') await rotateMasterKeySlowly(host);
      else await host.run(procedure);
      // Only a new session secret ends the existing sessions, because this key signs their cookies.
      const known = name === 'session-secret' ? NOBODY : ROLES;
      assert.deepEqual(await rolesOf(sessions, people), known);
      const variable = name.toUpperCase().replaceAll('-', '_');
      assert.notEqual(host.secret(name), old);
      assert.match(await refusedStart(host, variable, old), new RegExp(variable));
    });
}

/**
 * Rotates the secrets that people and other programs present. Each old secret is refused, and each new one is
 * accepted.
 */
export async function rotateOthers({ host, people, check }) {
  await check('rotate-passwords', async () => {
    const old = passwordsOf(host);
    const sessions = await sessionsOf(host, people);
    assert.deepEqual(await rolesOf(sessions, people), ROLES);
    await host.run('rotate-passwords');
    assert.deepEqual(await rolesOf(sessions, people), NOBODY);
    for (const [n, role] of ROLES.entries()) assert.equal(await people.login(old[n]), 401, role);
    assert.deepEqual(await rolesOf(await sessionsOf(host, people), people), ROLES);
  });
  await check('rotate-seal', async () => {
    const old = join(host.folder, 'old.p12');
    writeFileSync(old, readFileSync(join(host.env.SIEGEL_ETC, 'secrets/seal.p12')));
    await host.run('rotate-seal');
    assert.match(await refusedStart(host, 'SEAL_P12', old), /another value of SEAL_P12/);
  });
  await check('rotate-database-password', async () => {
    const old = host.secret('database-url');
    await host.run('rotate-database-password');
    const login = (url) => spawnSync('psql', [url, '--command=SELECT 1'], { stdio: 'ignore' }).status;
    assert.notEqual(login(old), 0);
    assert.equal(login(host.secret('database-url')), 0);
  });
  await check('rotate-mail-password', async () => {
    const { mail } = host;
    const old = host.secret('smtp-url');
    const url = mail.change('password-of-the-rotation');
    assert.deepEqual([await mail.accepts(old), await mail.accepts(url)], [false, true]);
    await host.run('rotate-mail-password', { NEW_MAIL_SERVER: url });
    const [logins, mails] = [mail.logins.length, mail.received.length];
    await people.agreed();
    assert(mail.received.length > mails, 'no mail came');
    const since = mail.logins.slice(logins);
    assert(since.length > 0, 'nobody logged in');
    for (const login of since) assert.deepEqual(login, { password: new URL(url).password, isAccepted: true });
  });
  await check('rotate-metrics-token', async () => {
    const old = host.secret('metrics-token');
    await host.run('rotate-metrics-token');
    const ask = async (token) =>
      (
        await fetch(`http://127.0.0.1:${host.ports[0]}/metrics`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    assert.deepEqual([await ask(old), await ask(host.secret('metrics-token'))], [404, 200]);
  });
  await check('rotate-search-key', async () => {
    await host.run('rotate-search-key');
    assert.match(readFileSync(join(host.env.SIEGEL_ETC, 'siegel.env'), 'utf8'), /^SEARCH_KEY_VERSION='2'$/m);
  });
}
