// Tests upgrades and going back to an older version. The data must survive, and each backend must report its
// version.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectPeople } from './drills.mjs';

/** Returns, for each backend, the name of the folder from which it runs. */
function versionsOf({ env }) {
  return readdirSync(env.SIEGEL_DOUBLE_STATE)
    .filter((name) => /^siegel@\d+\.pid$/.test(name))
    .map((name) => readFileSync(join(env.SIEGEL_DOUBLE_STATE, name), 'utf8'))
    .map((pid) => readlinkSync(`/proc/${pid}/cwd`).split('/').at(-1));
}

/**
 * Returns the version that the operator's command reports, followed by the version that each backend reports.
 */
async function reportedVersions(host) {
  const program = (await host.must('the version', 'siegel --version')).trim();
  const headers = { authorization: `Bearer ${host.secret('metrics-token')}` };
  const backends = await Promise.all(
    host.ports.map(async (port) => {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
      return /^siegel_build_info\{.*\bversion="([^"]+)"/m.exec(metrics)?.[1];
    }),
  );
  return [program, ...backends];
}

export async function changeVersions({ host, people, kept, gone, check }) {
  await check('upgrade, and going back where nothing forbids it', async () => {
    const before = await reportedVersions(host);
    host.release('two');
    writeFileSync(join(host.env.SIEGEL_HOME, 'two/backend/dist/commit'), '22222222');
    await host.run('upgrade', { VERSION: 'two' });
    // Repeats the upgrade, as an operator does after an interruption.
    await host.run('upgrade', { VERSION: 'two' });
    const [named] = before[0].split('+');
    assert.deepEqual(
      await reportedVersions(host),
      before.map(() => `${named}+22222222`),
    );
    if (existsSync('/proc')) assert.deepEqual(versionsOf(host), ['two', 'two']);
    await host.run('going-back');
    assert.deepEqual(await reportedVersions(host), before);
    if (existsSync('/proc')) assert.deepEqual(versionsOf(host), ['one', 'one']);
    await expectPeople({ people, kept, gone });
  });
  await check(
    'going back is refused where a newer version has changed the tables, and a backup helps',
    async () => {
      await host.run('keep-secrets');
      await host.run('backup');
      await host.run('backup-lists');
      await host.run('upgrade', { VERSION: 'two' });
      // Creates the state that a newer version would leave behind.
      await host.must(
        'a newer version',
        `$AS_POSTGRES psql --quiet --dbname="$DATABASE" --command="INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Newer9999999999999')"`,
      );
      await assert.rejects(
        host.run('going-back', { READY_SECONDS: '8' }),
        /A newer version of Siegel has changed this database/,
      );
      await host.run('restore');
      await host.run('restore-start');
      await expectPeople({ people, kept, gone });
    },
  );
}
