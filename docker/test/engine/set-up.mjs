// Checks a new set-up: the doctor's report, and the port in links. Also checks that a second project runs
// beside the first. Then upgrades to a new version and returns to the old version, with the commands of the
// pages.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { check } from '../../../scripts/checks.mjs';
import { NAMES, operationBlocks } from '../../../scripts/operations/blocks.mjs';
import { root, run } from '../../../scripts/workspace.mjs';
import { docker, environment, folder } from './place.mjs';
import { DOCTOR_SECONDS, openProject, PORT, statusesOf } from './project.mjs';

/**
 * Checks of the doctor that give a warning in a new set-up. Each of these warnings says what the operator can
 * do.
 */
const EXPECTED_WARNINGS = ['configuration', 'client addresses', 'metrics'];

export async function firstLookChecks({ compose, doctor }) {
  await check(
    'the doctor finds no fault in a new set-up, and warns only of what can be changed',
    async () => {
      const { checks, named } = await doctor('backend');
      const warnings = checks.filter(({ state }) => state === 'warning');
      assert.deepEqual(
        checks.filter(({ state }) => state === 'fault'),
        [],
      );
      assert.deepEqual(
        warnings.filter(({ name, todo }) => !EXPECTED_WARNINGS.includes(name) || todo === undefined),
        [],
      );
      assert.equal(named('seal certificate').state, 'ok', JSON.stringify(named('seal certificate')));
      assert.equal(named('public address').state, 'not tried', JSON.stringify(named('public address')));
    },
  );

  await check('links have the port under which the service is published', async () => {
    const url = await compose(['exec', '-T', 'backend', 'printenv', 'PUBLIC_URL']);
    assert.equal(url.trim(), `http://localhost:${PORT}`);
  });
}

/** Returns the variables of a second project, as docs/containers.md shows them. */
function secondProject() {
  const page = readFileSync(join(root, 'docs/containers.md'), 'utf8');
  const [, block = ''] = /^```\n(COMPOSE_PROJECT_NAME=[^`]*)^```$/m.exec(page) ?? [];
  return Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

export async function secondProjectChecks({ engine }) {
  await check('a second project runs beside the first one, with the variables of the page', async () => {
    const env = secondProject();
    const second = openProject('docker-compose.yml', env);
    try {
      await second.compose(['up', '--detach', '--no-build', '--no-deps', 'frontend', 'mail']);
      const urls = [`http://127.0.0.1:${env.PORT}/create`];
      assert.deepEqual(await statusesOf(engine, urls, { wanted: 503 }), [503]);
      assert.deepEqual(await statusesOf(engine, [`http://127.0.0.1:${PORT}/create`]), [200]);
    } finally {
      await second.compose(['down', '--volumes']);
    }
  });
}

const git = (place, ...words) =>
  run('git', ['-C', place, '-c', 'user.name=test', '-c', 'user.email=test@localhost', ...words]);

/**
 * Creates a repository with two commits, which contains this repository's files. Also creates a clone that
 * has only the first commit. The name of the clone's folder differs from the name of the Compose project.
 */
async function makeClone() {
  const [origin, clone] = [join(folder, 'versions/origin'), join(folder, 'versions/another-name')];
  rmSync(dirname(origin), { recursive: true, force: true });
  mkdirSync(origin, { recursive: true });
  const files = await run('git', [
    '-C',
    root,
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ]);
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(root, name))))
    cpSync(join(root, file), join(origin, file));
  await git(origin, 'init', '--quiet', '--initial-branch=main');
  await git(origin, 'add', '--all');
  await git(origin, 'commit', '--quiet', '--message', 'first');
  await run('git', ['clone', '--quiet', origin, clone]);
  await git(origin, 'commit', '--quiet', '--allow-empty', '--message', 'second');
  return clone;
}

/**
 * Returns a function that runs a procedure of the pages in a clone. The procedure runs on the test's engine,
 * which has no access to a registry.
 */
function proceduresIn(clone) {
  // Builds use the host's network, as the first builds did. The engine itself cannot reach the Internet, but
  // its build cache already contains the steps that need the Internet.
  const network = join(folder, 'versions/network.yml');
  const build = { build: { network: 'host' } };
  writeFileSync(network, JSON.stringify({ services: { secrets: build, frontend: build } }));
  const blocks = operationBlocks();
  const names = blocks.find(({ marks }) => marks.run === NAMES).commands;
  const env = {
    ...environment,
    CHECKOUT: clone,
    COMPOSE_FILE: `${join(clone, 'docker-compose.yml')}:${network}`,
    SAFE: join(folder, 'versions/safe'),
  };
  return (procedure) => {
    const commands = blocks.filter(({ marks }) => marks.run === procedure).map((block) => block.commands);
    assert(commands.length > 0, procedure);
    const text = commands
      .join('\n')
      .replace(' --pull', '')
      .replaceAll('siegel doctor', `siegel doctor --within ${DOCTOR_SECONDS}`)
      // Changes the page's command so that it keeps the build cache of this test.
      .replace('until=24h', 'until=99999h');
    return run('bash', ['-c', `set -euo pipefail\n${names}\n${text}`], { env });
  };
}

/**
 * Tags this test's own two images with other names too. @returns a function that gives the images their
 * original names again
 */
async function keepImages() {
  const names = ['siegel-backend', 'siegel-frontend'];
  for (const name of names) await docker(['tag', `${name}:latest`, `kept/${name}`]);
  return async () => {
    for (const name of names) await docker(['tag', `kept/${name}`, `${name}:latest`]);
  };
}

export async function versionChecks({ inspect, compose }) {
  const restoreImages = await keepImages();
  const clone = await makeClone();
  const procedure = proceduresIn(clone);
  const head = async () => (await git(clone, 'rev-parse', '--short=8', 'HEAD')).trim();
  const imageOf = async (service) => (await inspect(service)).Config.Image;
  const first = await head();
  writeFileSync(join(clone, '.env'), `PORT=${PORT}\n`);

  await check(
    'a clone in another folder upgrades the same project, by the commands of the page',
    async () => {
      const { Id: network } = JSON.parse(await docker(['network', 'inspect', 'siegel_data']))[0];
      await procedure('upgrade-containers');
      const second = await head();
      assert.notEqual(second, first);
      for (const service of ['backend', 'frontend'])
        assert.equal(await imageOf(service), `siegel-${service}:${second}`);
      const version = await compose(['exec', '-T', 'backend', 'siegel', '--version']);
      assert(version.trim().endsWith(`+${second}`), version);
      const { Id: same } = JSON.parse(await docker(['network', 'inspect', 'siegel_data']))[0];
      assert.equal(same, network);
    },
  );

  await check('tidying up keeps the version in use and the one before', async () => {
    await docker(['tag', 'siegel-backend:latest', 'siegel-backend:0000abcd']);
    await procedure('tidy-containers');
    for (const image of ['siegel-backend', 'siegel-frontend']) {
      const tags = await docker(['image', 'ls', '--format', '{{.Tag}}', image]);
      assert.deepEqual(tags.trim().split('\n').toSorted(), [first, await head()].toSorted());
    }
  });

  await check('the version before can be started again without a build', async () => {
    await procedure('going-back-containers');
    for (const service of ['backend', 'frontend'])
      assert.equal(await imageOf(service), `siegel-${service}:${first}`);
  });
  await restoreImages();
  rmSync(dirname(clone), { recursive: true });
}
