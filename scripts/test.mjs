// npm test: installs, builds, checks and tests everything. Quiet when green; ends with one line `N passed, N
// failed`.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTestBrowser } from './browser.mjs';
import { buildBackend, buildFrontend, install, requireNode, root, run, runPackage } from './workspace.mjs';
import { SITE } from './configured-site.mjs';
import { ADMIN_PASSWORD, startBackend } from './running-backend.mjs';
import { runs } from './tier.mjs';
import { timeFactor } from './time-factor.mjs';
import { nginx } from '../docker/test/real-nginx.mjs';
import { promtool } from '../docker/test/real-promtool.mjs';
import { lacking, secondVerifier } from './second-verifier.mjs';

const results = join(root, '.cache/test-results');
let passed = 0;
let failed = 0;
const started = Date.now();
const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
const say = (text) => console.log(`[${seconds().padStart(5)}] ${text}`);

/** What tests leave in the folder for temporary files goes with the run, also where one was killed. */
function ownTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-run-'));
  // Started by root, PostgreSQL is another user, and has its data in here.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** One check is one test: it passed, or it is shown and counted as failed. */
async function check(name, work) {
  say(name);
  try {
    await work();
    passed += 1;
  } catch (error) {
    failed += 1;
    console.error(`FAILED: ${name}\n${error.message}\n`);
  }
}

/** Megabytes for what is young: with Node's 16 a tenth of the time goes into collecting it. */
const YOUNG = '--max-semi-space-size=64';

/** A jest run of one workspace; its own counts are taken over. */
async function jest(workspace) {
  say(`Tests of ${workspace}`);
  const report = join(results, `${workspace}.json`);
  let crash;
  try {
    const words = ['--json', `--outputFile=${report}`, '--silent'];
    await run(process.execPath, [YOUNG, join(root, 'node_modules/jest/bin/jest.js'), ...words], {
      cwd: join(root, workspace),
      env: { FORCE_COLOR: '0' },
    });
  } catch (error) {
    crash = error;
  }
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  passed += counts?.numPassedTests ?? 0;
  failed += counts?.numFailedTests ?? 0;
  // A suite that cannot even be loaded has no tests to count, and must not pass for it.
  const unloaded = counts?.numRuntimeErrorTestSuites ?? 0;
  failed += unloaded;
  if (crash && (counts?.numFailedTests ?? 0) + unloaded === 0) failed += 1;
}

async function browserTests() {
  say('Tests in the browser');
  const report = join(results, 'browser.json');
  let backend;
  try {
    await ensureTestBrowser(say);
    backend = await startBackend({ env: SITE });
    const env = {
      E2E_BASE_URL: backend.url,
      E2E_ADMIN_PASSWORD: ADMIN_PASSWORD,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    };
    await runPackage('@playwright/test/cli.js', ['test', '--reporter=line,json'], {
      cwd: join(root, 'frontend'),
      env,
    });
  } catch (error) {
    console.error(`${error.message}\n${backend?.output() ?? ''}`);
    if (!existsSync(report)) failed += 1;
  } finally {
    await backend?.stop();
  }
  if (!existsSync(report)) return;
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'));
  passed += stats.expected + stats.flaky;
  failed +=
    stats.unexpected +
    (stats.expected + stats.unexpected + stats.flaky === 0 ? 1 : 0) +
    (stats.unexpected === 0 ? errors.length : 0);
}

requireNode();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
try {
  await install(say);
  await buildBackend(say);
  await buildFrontend(say);
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
ownTemporaryFolder();
say(`Limits of time × ${timeFactor()}`);
const only = process.argv.slice(2);
const wants = (part) => only.length === 0 || only.includes(part);
if (wants('checks'))
  await Promise.all([
    check('Types', () => runPackage('@typescript/native/bin/tsc', ['-b'])),
    check('Format', () => runPackage('@biomejs/biome/bin/biome', ['format', '.'])),
    check('Lint', () => runPackage('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings'])),
    check('Module boundaries', () =>
      runPackage('dependency-cruiser/bin/dependency-cruise.mjs', [
        '--config',
        '.dependency-cruiser.mjs',
        'contracts/src',
        'backend/src',
        'frontend/src',
      ]),
    ),
    check('Unused code', () => runPackage('knip/bin/knip.js', ['--no-progress'])),
    check('Citations and links', () => run(process.execPath, [join(root, 'scripts/citations.mjs')])),
    check('House rules', () => run(process.execPath, [join(root, 'scripts/house-rules.mjs')])),
    check('What merges leave', () => run(process.execPath, [join(root, 'scripts/conflict-marks.mjs')])),
    check('One price', () => run(process.execPath, [join(root, 'scripts/prices.mjs')])),
  ]);
for (const workspace of ['contracts', 'backend', 'frontend']) if (wants(workspace)) await jest(workspace);
if (wants('verifier')) {
  if (lacking.length > 0) say(`Left out: the second verifier, which needs ${lacking.join(' and ')}`);
  else await check('The second verifier', secondVerifier);
}
if (runs('all') && wants('nginx')) {
  const drill = join(root, 'docker/test/rolling-restart.mjs');
  if (nginx === undefined) say('Left out: restarts behind nginx, which is not here (Debian: nginx-light)');
  else await check('Restarts behind nginx', () => run(process.execPath, [drill]));
}
if (wants('monitoring')) {
  const drill = join(root, 'docker/test/monitoring.mjs');
  if (promtool === undefined)
    say('Left out: the tests of the alert rules, which need promtool (Debian: prometheus)');
  else await check('Alert rules', () => run(process.execPath, [drill]));
}
if (wants('browser')) await browserTests();
say('Done');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
