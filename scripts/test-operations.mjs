// npm run test:operations: runs the procedures of docs/operations.md and of the pages below docs/operations
// on a simulated host in its own folder. It executes the blocks of commands in the pages, and checks that
// each procedure has the effect that its page describes. Needs Debian's PostgreSQL (15 or newer), nginx,
// openssl and promtool. At the end it lists everything that was not run here.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nginx } from '../docker/test/real-nginx.mjs';
import { promtool } from '../docker/test/real-promtool.mjs';
import { allPassed, recordError, check, hasFailed } from './checks.mjs';
import { withEventStore } from './event-store-log.mjs';
import { NEEDS, operationBlocks, PROCEDURES } from './operations/blocks.mjs';
import { postgresVersion } from './operations/database.mjs';
import { buildBackend, buildFrontend, install, requireNode } from './workspace.mjs';

requireNode();
const missing = [
  ...(postgresVersion === undefined ? ['postgresql'] : []),
  ...(nginx === undefined ? ['nginx-light'] : []),
  ...(promtool === undefined ? ['prometheus'] : []),
];
if (missing.length > 0) {
  console.error(
    `Missing: ${missing.join(', ')}. On Debian 12 or newer: apt-get install ${missing.join(' ')}`,
  );
  process.exit(1);
}
await install(console.log);
await buildBackend(console.log);
await buildFrontend(console.log);
const {
  changeGroups,
  expectOwnSecrets,
  expectPeople,
  loseEverything,
  newestBackup,
  refusedStart,
  restoreMiddle,
  rotateKeys,
  rotateOthers,
} = await import('./operations/drills.mjs');
const { changeVersions } = await import('./operations/versions.mjs');
const { containerDrills } = await import('./operations/containers.mjs');
const { openHost } = await import('./operations/host.mjs');
const { peopleAt } = await import('./operations/people.mjs');
const { endAttacked, repairAttacked } = await import('./operations/repairs.mjs');
const { Faults } = await import('./operations/faults.mjs');

// Exits on a signal even while this process has no children. The exit handlers then stop servers and delete
// folders.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => setTimeout(() => process.exit(1), 500));

/** Work to do between copying the event store and copying the database. */
let meanwhile = async () => {};

async function unitIsSound(host) {
  const verify = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', join(host.env.UNITS, 'siegel@.service')],
    {
      encoding: 'utf8',
    },
  );
  if (verify.error) console.log('  Skipped: systemd-analyze verify, which is missing (Debian: systemd)');
  else {
    // Ignores complaints about the unit's program and account, which do not exist on this machine.
    const said = verify.stderr
      .split('\n')
      .filter(
        (line) => /siegel@/.test(line) && !/not executable|Failed to (?:add|create)|No such/.test(line),
      );
    assert.deepEqual(said, []);
  }
}

async function setUp(host) {
  host.release('one');
  host.use('one');
  await host.run('host');
  await unitIsSound(host);
  // All simulated people have the same network address, so the rate limits must be higher here.
  await host.must('limits', 'setting RATE_LIMIT_FACTOR 1000\nrolling');
}

/**
 * Restarts the backends under load. No read may be answered with 5xx. Writes may get 503 in the last instant
 * before a backend stops listening.
 */
async function restartUnderLoad({ host, people }) {
  const statuses = {};
  let over = false;
  const person = async () => {
    while (!over) {
      const { status } = await people.call('GET', '/api/site');
      statuses[`GET ${status}`] = (statuses[`GET ${status}`] ?? 0) + 1;
      const created = (await people.create()).status;
      statuses[`POST ${created}`] = (statuses[`POST ${created}`] ?? 0) + 1;
    }
  };
  const callers = Array.from({ length: 4 }, person);
  await host.run('rolling-restart').finally(() => {
    over = true;
  });
  await Promise.all(callers);
  console.log(`      answers: ${JSON.stringify(statuses)}`);
  const unexpected = Object.keys(statuses).filter(
    (key) => !['GET 200', 'POST 201', 'POST 503'].includes(key),
  );
  assert.deepEqual(unexpected, []);
  assert((statuses['POST 503'] ?? 0) <= 2, 'more than an instant was missed');
}

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
async function loseAndRestore(drill) {
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
async function restoreOlder(drill, older) {
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
async function restoreAsCopy(drill) {
  const { host } = drill;
  await host.run('keep-secrets');
  await host.run('backup');
  await host.run('backup-lists');
  const own = host.secret('append-key').split(' ');
  await host.run('restore');
  await host.run('own-keys');
  const [log, , ...older] = host.secret('append-key').split(' ');
  assert.deepEqual([log, ...older], own, 'a new key is in front of the list');
  await host.run('restore-accept');
  await host.run('restore-start');
  await expectPeople(drill);
  await host.run('restore');
  assert.deepEqual(host.secret('append-key').split(' '), own);
  await host.run('restore-accept');
  await host.run('restore-start');
  await expectPeople(drill);
}

async function throughTheEventStore(drill, store) {
  const { host, check } = drill;
  const there = async () => {
    await host.run('to-eventstoredb', { NEW_EVENT_STORE_URL: store.url });
    await expectPeople(drill);
  };
  await check('to-eventstoredb', there);
  await check('the event store is away: found', () => drill.faults.eventStoreAway(store));
  await check('from-eventstoredb', async () => {
    await host.run('from-eventstoredb');
    await expectPeople(drill);
  });
  await check('to-eventstoredb, once more', there);
  await check('backup-eventstoredb, everything lost, restore-eventstoredb', () => loseAndRestoreBoth(drill));
}

/**
 * Does work after the event store is copied and before the database is copied. Checks that a restore loses
 * this work, and that the verification reports the loss.
 */
async function loseAndRestoreBoth(drill) {
  const { host, people, kept, gone } = drill;
  kept.push(await people.agreed());
  let between;
  meanwhile = async () => {
    between = await people.agreed();
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
  gone.push(between);
  await expectPeople(drill);
  // The events that were recorded after the event store was copied and before the database was copied are
  // accepted as lost, so nothing reports them.
  await host.run('restore-look');
  assert.match(host.secret('log-adopted'), /\./);
}

async function all(host, store) {
  const people = peopleAt(host.origin, join(host.folder, 'tls/fullchain.pem'));
  const drill = { host, people, check, kept: [], gone: [], faults: new Faults(host, people) };
  try {
    drill.kept.push(await people.agreed(), await people.agreed());
    await check('rolling-restart, without an answer 5xx to a read', () => restartUnderLoad(drill));
    await check('doctor finds nothing', () => host.run('doctor'));
    await check('backup, everything lost, restore', () => loseAndRestore(drill));
    const older = newestBackup(host);
    await rotateKeys(drill);
    await restoreMiddle(drill);
    await rotateOthers(drill);
    await check('after all rotations the agreements are there', () => expectPeople(drill));
    await check('an index key is not replaced', async () =>
      assert.match(await refusedStart(host, 'INDEX_KEY', 'ab'.repeat(32)), /INDEX_KEY/),
    );
    await check('a backup from before the rotations opens with the secrets of its time', () =>
      restoreOlder(drill, older),
    );
    await check('a copy with keys of its own opens the same data', () => restoreAsCopy(drill));
    await repairAttacked(drill);
    await changeVersions(drill);
    await check('promtool accepts the metrics', () => drill.faults.metricsAreWellNamed());
    for (const [name, find] of drill.faults.all()) await check(`${name}: found`, find);
    await throughTheEventStore(drill, store);
    await check('move-database', async () => {
      await host.must(
        'a server',
        '$AS_POSTGRES psql --quiet --dbname=postgres --command="CREATE DATABASE elsewhere OWNER $DATABASE ENCODING \'UTF8\' TEMPLATE template0"',
      );
      const url = host.secret('database-url').replace(/\/[^/]+$/, '/elsewhere');
      await host.run('move-database', { NEW_DATABASE_URL: url });
      await expectPeople(drill);
    });
    await endAttacked(drill, 'elsewhere');
  } finally {
    people.leave();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'siegel-operations-store-'));
try {
  await withEventStore(folder, async (store) => {
    const host = await openHost({
      'backup-eventstoredb/eventstoredb': async () => {
        store.copy();
        await meanwhile();
      },
      'restore-eventstoredb/eventstoredb': () => store.restore(),
    });
    try {
      await check('host: from nothing to a service behind nginx', () => setUp(host));
      if (!hasFailed()) await all(host, store);
      for (const name of await containerDrills(check)) host.done.add(name);
      if (!hasFailed())
        await check('every procedure was run', () =>
          assert.deepEqual(
            PROCEDURES.filter((name) => !host.done.has(name)),
            [],
          ),
        );
    } finally {
      await host.close();
    }
  });
} catch (error) {
  recordError(error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log('Not run here:');
for (const { page, line, marks } of operationBlocks().filter(({ marks }) => marks.elsewhere !== undefined))
  console.log(`  ${page}:${line} (${marks.run}) needs ${NEEDS[marks.elsewhere]}`);
console.log('  a clock that is wrong: backend/testing/journeys/wrong-clock.all.spec.ts has it');
process.exitCode = allPassed() ? 0 : 1;
