// Drills with the keys of the log on a host: a key is lost, a key leaked, and a restore from before its
// retirement. Used by test-operations.mjs.
import assert from 'node:assert/strict';
import { existsSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expectPeople, newestBackup } from './drills.mjs';

/** Returns the names of the keys in APPEND_KEY, newest first, as the doctor prints them. */
async function namesOfKeys(host) {
  const { checks } = JSON.parse(
    await host.must('the doctor', 'siegel doctor --json 2> /dev/null || [ $? = 1 ]'),
  );
  const { says } = checks.find(({ name }) => name === 'log keys');
  return /APPEND_KEY \(([0-9a-f, ]+)\)/.exec(says)[1].split(', ');
}

/** Returns the statement in LOG_ADOPTED. */
const statementOf = (host) =>
  JSON.parse(Buffer.from(host.secret('log-adopted').split('.')[0], 'base64url').toString('utf8'));

/** Runs the blocks that adopt an older log twice. This log needs no new statement, so nothing changes. */
async function adoptAgain(drill) {
  const { host } = drill;
  // The restores before this drill may have left a statement.
  const name = join(host.env.SIEGEL_ETC, 'secrets/log-adopted');
  const secrets = () => [
    host.secret('append-key'),
    existsSync(name) ? host.secret('log-adopted') : undefined,
  ];
  const before = secrets();
  const version = basename(readlinkSync(join(host.env.SIEGEL_HOME, 'current')));
  for (let n = 0; n < 2; n += 1)
    for (const commands of host.piecesOf('adopt-log'))
      await host.must('adopt-log', commands, { VERSION: version });
  assert.deepEqual(secrets(), before);
  await expectPeople(drill);
}

/** Loses a key of which nobody has a copy, and adopts its events by a checkpoint that somebody kept. */
async function loseKey(drill) {
  const { host, people } = drill;
  const [, lost] = await namesOfKeys(host);
  const cookie = await people.session(host.secret('admin-password'));
  assert.equal((await people.call('POST', '/api/audit/checkpoints', { cookie })).status, 201);
  const kept = join(host.folder, 'kept.json');
  writeFileSync(kept, (await people.call('GET', '/api/checkpoints?limit=1000')).bytes);
  const [log, newest] = host.secret('append-key').split(' ');
  await host.must('the loss', `echo '${log} ${newest}' | secret append-key`);
  await host.run('lost-append-key', { KEY: lost, CHECKPOINT: kept });
  assert(statementOf(host).retired.includes(lost));
  await expectPeople(drill);
}

/** Retires a leaked key, and restores a backup from before: the key does not count again. */
async function retireKey(drill) {
  const { host } = drill;
  await host.run('rotate-append-key');
  const [, leaked] = await namesOfKeys(host);
  await host.run('backup');
  const before = newestBackup(host);
  await host.run('retire-append-key', { KEY: leaked });
  assert(statementOf(host).retired.includes(leaked));
  await expectPeople(drill);
  await host.run('backup-lists');
  await host.run('restore', { stamp: before });
  assert(!statementOf(host).retired.includes(leaked));
  const { status, output } = await host.bash('siegel doctor');
  assert.equal(status, 1);
  assert.match(output, new RegExp(`does not retire the key ${leaked}`));
  await host.run('restore-accept');
  assert(statementOf(host).retired.includes(leaked));
  await host.run('restore-start');
  await expectPeople(drill);
}

export async function loseAndRetireKeys(drill) {
  await drill.check('adopt-log: twice, on a log that needs nothing', () => adoptAgain(drill));
  await drill.check('lost-append-key: what it authenticated is adopted', () => loseKey(drill));
  await drill.check('retire-append-key: also after a restore from before', () => retireKey(drill));
}
