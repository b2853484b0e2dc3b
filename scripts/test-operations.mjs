// npm run test:operations: runs the procedures of docs/operations.md and of the pages below docs/operations
// on a simulated host in its own folder. It executes the blocks of commands in the pages, and checks that
// each procedure has the effect that its page describes. Needs Debian's PostgreSQL (15 or newer), nginx,
// openssl and promtool. At the end it lists everything that was not run here.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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
const { expectPeople, newestBackup, refusedStart, restoreMiddle, rotateKeys, rotateOthers } = await import(
  './operations/drills.mjs'
);
const { changeVersions } = await import('./operations/versions.mjs');
const { containerDrills } = await import('./operations/containers.mjs');
const { embeddedDrills } = await import('./operations/embedded.mjs');
const { openHost } = await import('./operations/host.mjs');
const { peopleAt } = await import('./operations/people.mjs');
const { between, loseAndRestore, loseAndRestoreBoth, restoreAsCopy, restoreOlder } = await import(
  './operations/restores.mjs'
);
const { loseAndRetireKeys } = await import('./operations/append-keys.mjs');
const { endAttacked, repairAttacked } = await import('./operations/repairs.mjs');
const { Faults } = await import('./operations/faults.mjs');

// Exits on a signal even while this process has no children. The exit handlers then stop servers and delete
// folders.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => setTimeout(() => process.exit(1), 500));

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
    await loseAndRetireKeys(drill);
    await repairAttacked(drill);
    await endAttacked(drill);
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
        await between.work();
      },
      'restore-eventstoredb/eventstoredb': () => store.restore(),
    });
    try {
      await check('host: from nothing to a service behind nginx', () => setUp(host));
      if (!hasFailed()) await all(host, store);
      for (const name of await containerDrills(check)) host.done.add(name);
      for (const name of await embeddedDrills(check)) host.done.add(name);
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
