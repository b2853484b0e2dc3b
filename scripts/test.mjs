// npm test: installs, builds, checks and tests everything. Prints little if all pass, and ends with one line
// `N passed, N failed`. Arguments select parts. `npm run check`, for example, runs only the part `checks`.
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBackend, buildFrontend, install, ownTurn, requireNode, root, run } from './workspace.mjs';
import { runs } from './tier.mjs';
import { renewTimeFactor, timeFactor } from './time-factor.mjs';
import { browserTests } from './test/browser.mjs';
import { checks } from './test/checks.mjs';
import { jestRun } from './test/jest.mjs';
import { lackOfRoom } from './test/room.mjs';
import { allPassed, check, complain, count, fail, hasFailed, say } from './test/tally.mjs';
import { ownTemporaryFolder } from './test/temporary-folder.mjs';
import { nginx } from '../docker/test/real-nginx.mjs';
import { promtool } from '../docker/test/real-promtool.mjs';
import { missingPrograms, secondVerifier } from './second-verifier.mjs';

const results = join(root, '.cache/test-results');
const only = process.argv.slice(2);
const wants = (part) => only.length === 0 || only.includes(part);
const checksAlone = only.length > 0 && only.every((part) => part === 'checks');
/**
 * `places` are the folders to which every part writes. `ROOM` says how many megabytes must be free in each of
 * these folders.
 */
const places = [root, tmpdir()];
const ROOM = { checks: 200, tests: 1_000, end: 20 };

async function jest(workspace) {
  say(`Tests of ${workspace}`);
  const { passed, failed, notes } = await jestRun(join(root, workspace), join(results, `${workspace}.json`));
  count({ passed, failed });
  for (const line of notes) complain(line);
}

async function build() {
  await buildBackend(say);
  await buildFrontend(say);
}

async function tests() {
  say(`Limits of time × ${timeFactor()}`);
  // These two parts run at the same time, because each of them uses only one core.
  await Promise.all([wants('contracts') && jest('contracts'), wants('verifier') && verifier()]);
  for (const workspace of ['backend', 'frontend'])
    if (wants(workspace)) {
      renewTimeFactor();
      await jest(workspace);
    }
  if (runs('all') && wants('nginx')) {
    const script = join(root, 'docker/test/rolling-restart.mjs');
    if (nginx === undefined) say('Skipped: restarts behind nginx, which is missing (Debian: nginx-light)');
    else await check('Restarts behind nginx', () => run(process.execPath, [script]));
  }
  if (runs('all') && wants('recipes'))
    await check('Recipes', () => run(process.execPath, [join(root, 'scripts/test-recipes.mjs')]));
  if (wants('monitoring')) {
    const script = join(root, 'docker/test/monitoring.mjs');
    if (promtool === undefined)
      say('Skipped: the tests of the alert rules, which need promtool (Debian: prometheus)');
    else await check('Alert rules', () => run(process.execPath, [script]));
  }
  if (wants('browser')) {
    say(`Limits of time × ${renewTimeFactor()}`);
    await browserTests(results);
  }
}

async function verifier() {
  if (missingPrograms.length > 0)
    say(`Skipped: the second verifier, which needs ${missingPrograms.join(' and ')}`);
  else await check('The second verifier', secondVerifier);
}

/**
 * Runs all selected parts. Stops after the checks if types are wrong, because nothing can then be built, and
 * the tests would run against an older build.
 */
async function all() {
  const full = lackOfRoom(places, checksAlone ? ROOM.checks : ROOM.tests);
  if (full.length > 0) throw new Error(full.join('\n'));
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  ownTemporaryFolder();
  await install(say);
  const typesAreRight = wants('checks') ? await checks() : true;
  if (checksAlone) return;
  if (!typesAreRight) return say('Skipped: all tests, until the types are right');
  await build();
  await tests();
}

requireNode();
// Ends this process when npm ends. npm does not forward every signal, and does not notify this process when
// npm itself ends.
if (process.env.npm_lifecycle_event !== undefined) await import('./end-with-parent.mjs');
await ownTurn(['npm test', ...only].join(' '), say);
try {
  await all();
} catch (error) {
  fail(error.message);
}
if (hasFailed()) for (const line of lackOfRoom(places, ROOM.end)) complain(line);
say('Done');
process.exitCode = allPassed() ? 0 : 1;
