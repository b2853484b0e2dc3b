// Drills that restore a host from its backups: after a loss, to an older state, and as a copy. Used by
// test-operations.mjs.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeGroups, expectOwnSecrets, expectPeople, loseEverything, newestBackup } from './drills.mjs';

/** Work to do between copying the event store and copying the database. */
export const between = { work: async () => {} };

/** Checks that a restore fails and changes nothing if every copy of the secrets is newer than the backup. */
async function refuseWithoutSecrets(host) {
  const safe = `${host.env.SAFE}-aside`;
  renameSync(host.env.SAFE, safe);
  await host.must('secrets that are too new', 'install -d "$SAFE" "$SAFE/99990101T000000Z/secrets"');
  await assert.rejects(host.run('restore'), /no copy of the secrets/);
  assert(!existsSync(host.env.SIEGEL_ETC));
  rmSync(host.env.SAFE, { recursive: true });
  renameSync(safe, host.env.SAFE);
}

/**
 * Makes a backup, does more work, loses everything and restores. Then all work done after the backup must be
 * gone, and erased agreements must stay erased.
 */
export async function loseAndRestore(drill) {
  const { host, people, kept, gone } = drill;
  const erased = await people.agreed();
  await host.run('keep-secrets');
  await host.run('backup');
  const late = await people.agreed();
  await host.run('erase', { NDA: erased.id });
  await host.run('hold', { NDA: kept[0].id });
  await host.run('lift', { NDA: kept[0].id });
  await host.run('backup-lists');
  await loseEverything(drill);
  await refuseWithoutSecrets(host);
  changeGroups(host);
  await host.run('restore');
  expectOwnSecrets(host);
  await host.run('restore-accept');
  await host.run('restore-start');
  await host.run('restore-look');
  gone.push(erased, late);
  await expectPeople(drill);
  assert.match(await host.must('replay', `siegel replay ${erased.id}`), /personal: erased/);
  // docs/operations/backup.md describes this outcome for a document that was mailed after the backup. The
  // service says that the document is unknown. `siegel verify` with the certificates says that it is
  // authentic.
  assert.equal(await people.verdict(late.document), 'unknown');
  const [file, certificates] = ['late.pdf', 'certificates.pem'].map((name) => join(host.folder, name));
  writeFileSync(file, late.document);
  writeFileSync(certificates, await people.certificates());
  await host.must('a check without the record', `siegel verify ${file} --certificates ${certificates}`);
}

/**
 * Checks that a backup can be restored with the secrets from the time of the backup, even if the secrets have
 * been replaced since then.
 */
export async function restoreOlder(drill, older) {
  const { host } = drill;
  await host.run('keep-secrets');
  await host.run('backup');
  await host.run('backup-lists');
  const newer = newestBackup(host);
  for (const stamp of [older, newer]) {
    await host.run('restore', { stamp });
    await host.run('restore-accept');
    await host.run('restore-start');
    await expectPeople(drill);
  }
}

/**
 * Restores the newest backup as a drill on another machine does, with keys of its own, and then once more as the
 * original.
 */
export async function restoreAsCopy(drill) {
  const { host } = drill;
  await host.run('keep-secrets');
  await host.run('backup');
  await host.run('backup-lists');
  const own = host.secret('append-key').split(' ');
  const safe = join(host.folder, 'safe-of-the-copy');
  await host.run('drill', { DRILL_SAFE: safe });
  const copy = { SAFE: safe };
  await host.run('restore', copy);
  await host.run('own-keys', copy);
  await assert.rejects(host.run('keep-secrets'), /has the secrets of a copy/);
  const kept = readdirSync(host.env.SAFE);
  await host.run('keep-secrets', copy);
  assert.deepEqual(readdirSync(host.env.SAFE), kept);
  const [log, , ...older] = host.secret('append-key').split(' ');
  assert.deepEqual([log, ...older], own, 'a new key is in front of the list');
  await host.run('restore-accept', copy);
  await host.run('restore-start');
  await expectPeople(drill);
  await host.run('restore');
  assert.deepEqual(host.secret('append-key').split(' '), own);
  await host.run('restore-accept');
  await host.run('restore-start');
  await expectPeople(drill);
}

/**
 * Does work after the event store is copied and before the database is copied. Checks that a restore loses
 * this work, and that the verification reports the loss.
 */
export async function loseAndRestoreBoth(drill) {
  const { host, people, kept, gone } = drill;
  kept.push(await people.agreed());
  let lost;
  between.work = async () => {
    lost = await people.agreed();
    // Makes a checkpoint that covers the events that will be lost. Without the checkpoint, these events would
    // be missing from the tree, and no verification would report the loss.
    const cookie = await people.session(host.secret('admin-password'));
    assert.equal((await people.call('POST', '/api/audit/checkpoints', { cookie })).status, 201);
  };
  await host.run('keep-secrets');
  await host.run('backup-eventstoredb');
  await loseEverything(drill);
  await host.run('restore');
  await host.run('restore-eventstoredb');
  await host.run('restore-accept');
  await host.run('restore-start');
  gone.push(lost);
  await expectPeople(drill);
  // The events that were recorded after the event store was copied and before the database was copied are
  // accepted as lost, so nothing reports them.
  await host.run('restore-look');
  assert.match(host.secret('log-adopted'), /\./);
}
