// npm run test:images: executes the steps of both Dockerfiles in clean folders, without an engine. Then it
// runs the result with the environment of docker-compose.yml and a PostgreSQL, under another account that may
// write only to the volumes. Needs root on Linux. It does not test the parts that only an engine has (layers,
// networks, volumes).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { allPassed, recordError, check } from '../../scripts/checks.mjs';
import { start } from '../../scripts/processes.mjs';
import { freePort } from '../../scripts/running-backend.mjs';
import { timeFactor } from '../../scripts/time-factor.mjs';
import { buildBackend, filesBelow, install, requireNode, root } from '../../scripts/workspace.mjs';
import { ACCOUNT, assemble } from './assemble.mjs';

/** Maximum number of milliseconds until the backend is healthy, on an idle machine. */
const READY_MS = 60_000;
/**
 * Maximum size of the backend's image without Node. An image with files that are not needed would exceed it.
 */
const MOST_MEGABYTES = 200;
/** The build compresses only files of at least this size (frontend/vite-compressed-files.ts). */
const COMPRESSED_FROM_BYTES = 400;
/** Folders in the root of the image. During the test, they have the same paths on this machine. */
const PLACES = ['siegel', 'siegel-data', 'siegel-secrets', 'siegel-database'];
const COMMIT = '29e22db1';
const COMPOSE_FILES = ['docker-compose.yml', 'docker/docker-compose.cluster.yml'];

requireNode();
if (process.platform !== 'linux' || process.getuid() !== 0) {
  console.log('Skipped: the steps of the images, which need root on Linux');
  process.exit(0);
}
const taken = PLACES.map((name) => `/${name}`).filter((path) => existsSync(path));
if (taken.length > 0) {
  console.error(`${taken.join(' and ')} must not exist: the image has folders of the same name`);
  process.exit(1);
}
await install(console.log);
await buildBackend(console.log);
const { startEmbeddedPostgres } = await import('../../backend/dist/platform/embedded-postgres/embedded.js');
const { silentLogger } = await import('../../backend/dist/platform/logging/logger.js');
const { SAMPLES } = await import('../../contracts/dist/testing/sample-terms.js');

const folder = mkdtempSync(join(tmpdir(), 'siegel-images-'));
// The account that runs the image is not root, and must be able to enter this folder.
chmodSync(folder, 0o755);
const linked = [];
process.on('exit', () => {
  for (const path of linked) unlinkSync(path);
  rmSync(folder, { recursive: true, force: true });
});

const megabytes = (path) =>
  Number(spawnSync('du', ['-s', '--bytes', path], { encoding: 'utf8' }).stdout.split('\t')[0]) / 1e6;

/**
 * Returns the arguments to run a program as the image does: with the image's account, variables and folder.
 */
function asImage(image, [program, ...args], env = {}) {
  return {
    program,
    args,
    options: {
      ...ACCOUNT,
      cwd: join(image.place, image.folder),
      env: { PATH: `${join(image.place, 'usr/local/bin')}:${process.env.PATH}`, ...image.env, ...env },
    },
  };
}

function ran(image, command, env) {
  const { program, args, options } = asImage(image, command, env);
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/**
 * Replaces each variable in a compose file's text by its default in `${NAME:-default}` or `${NAME-default}`.
 * A default may itself contain variables.
 */
function defaultOf(text) {
  const inner = /\$\{\w+:?-([^${}]*)\}/;
  return inner.test(text) ? defaultOf(text.replace(inner, (_, value) => value)) : text;
}

/** Returns the environment that a compose file gives a service if no variable is set. */
function environmentIn(file, service) {
  const { services } = parse(readFileSync(join(root, file), 'utf8'), { merge: true });
  return Object.fromEntries(
    Object.entries(services[service].environment).map(([name, value]) => [name, defaultOf(String(value))]),
  );
}

function linkPlaces(image) {
  for (const name of PLACES) {
    symlinkSync(join(image.place, name), `/${name}`);
    linked.push(`/${name}`);
  }
}

async function untilHealthy(image, port, serving) {
  const until = Date.now() + READY_MS * timeFactor();
  while (ran(image, image.check, { PORT: port }).status !== 0) {
    if (serving.child.exitCode !== null || Date.now() > until)
      throw new Error(`it did not become healthy:\n${serving.output()}`);
    await pause(200);
  }
}

async function serve(image, env) {
  const { program, args, options } = asImage(image, image.command, env);
  const output = [];
  const { child, stop } = start(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const serving = { child, stop, output: () => Buffer.concat(output).toString('utf8') };
  await untilHealthy(image, env.PORT, serving).catch(async (error) => {
    await stop();
    throw error;
  });
  return serving;
}

async function backendChecks(image, database) {
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  const port = await freePort();

  await check('only the volumes can be written', () => {
    assert.equal(image.user, 'node');
    const volumes = ['-path', join(image.place, 'siegel-*'), '-prune', '-o'];
    const writable = ['-writable', '-not', '-type', 'l', '-print'];
    const { status, stdout } = ran(image, ['find', image.place, ...volumes, ...writable]);
    assert.deepEqual([status, stdout], [0, '']);
  });

  await check("the operator's command is on its PATH", () => {
    const { status, stdout, stderr } = ran(image, ['siegel', '--version']);
    assert.equal(status, 0, stderr);
    assert.equal(stdout, `${version}+${COMMIT}\n`);
    assert.equal(ran(image, ['siegel', '--help']).status, 0);
    assert.equal(ran(image, ['siegel', 'no-such-command']).status, 2);
  });

  await check('the command of docker-compose.yml creates its secrets', () => {
    const { command } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8')).services.secrets;
    const { status, stderr } = ran(image, command);
    assert.equal(status, 0, stderr);
    const url = join(image.place, 'siegel-secrets/secrets/database-url');
    assert.match(readFileSync(url, 'utf8'), /@postgres:5432\/siegel$/);
    writeFileSync(url, database);
  });

  await check('it serves, is healthy by its own check, and stops on a signal', async () => {
    const env = {
      ...environmentIn('docker-compose.yml', 'backend'),
      // Removes the addresses of the compose file's other services, which do not run in this test.
      EVENT_STORE_URL: '',
      SMTP_URL: '',
      TRUST_PROXY: '',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
    };
    const serving = await serve(image, env);
    const url = `http://127.0.0.1:${port}`;
    const headers = { 'content-type': 'application/json' };
    const created = await fetch(`${url}/api/ndas`, {
      method: 'POST',
      headers,
      body: JSON.stringify(SAMPLES.en),
    });
    assert.equal(created.status, 201);
    const page = await fetch(`${url}/?lang=en`);
    assert.match(await page.text(), /<html lang="en"/);
    assert.equal(await serving.stop(), 0, serving.output());
  });

  await check(`it is not larger than ${MOST_MEGABYTES} MB without Node`, () => {
    const sizes = ['siegel/node_modules', 'siegel/backend', 'siegel/frontend', 'siegel/contracts'].map(
      (path) => `${path} ${megabytes(join(image.place, path)).toFixed(1)}`,
    );
    const all = megabytes(image.place);
    console.log(`      ${all.toFixed(1)} MB: ${sizes.join(', ')}`);
    assert(all < MOST_MEGABYTES);
  });
}

/**
 * Checks that the image contains all expected files. `npm run test:nginx` tests what the nginx configuration
 * does.
 */
async function frontendChecks(image) {
  await check(
    'the other image contains all files that its configuration names, and each script compressed',
    () => {
      assert.equal(image.user, 'nginx');
      const place = join(image.place, 'etc/nginx');
      const names = [
        'nginx.conf',
        'limits.conf',
        'upstream.conf',
        'security.conf',
        'proxy.conf',
        'addresses.sh',
      ];
      for (const name of names)
        assert.equal(
          readFileSync(join(place, name), 'utf8'),
          readFileSync(join(root, 'docker/nginx', name), 'utf8'),
        );
      const scripts = readdirSync(join(place, 'html/assets')).filter(
        (name) =>
          name.endsWith('.js') && statSync(join(place, 'html/assets', name)).size >= COMPRESSED_FROM_BYTES,
      );
      assert(scripts.length > 0);
      for (const name of scripts)
        assert(existsSync(join(place, 'html/assets', `${name}.gz`)), `${name} is not compressed`);
      console.log(`      ${megabytes(place).toFixed(1)} MB in ${filesBelow(place).length} files`);
    },
  );
}

/** Returns the first Compose client that is installed. */
const composeClient = () =>
  [['docker', 'compose'], ['docker-compose']].find(
    ([program, ...words]) => spawnSync(program, [...words, 'version']).status === 0,
  );

async function composeChecks() {
  const client = composeClient();
  if (client === undefined) {
    console.log('Skipped: docker compose config, as no client is installed');
    return;
  }
  const [program, ...words] = client;
  for (const file of COMPOSE_FILES)
    await check(`${client.join(' ')} accepts ${file}`, () => {
      const { status, stderr } = spawnSync(program, [...words, '-f', join(root, file), 'config', '--quiet'], {
        env: { ...process.env, EVENTSTORE_ADMIN_PASSWORD: 'of-a-test' },
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
    });
}

let database;
try {
  await composeChecks();
  for (const name of ['backend', 'frontend', 'postgres']) mkdirSync(join(folder, name));
  const say = (text) => console.log(`      ${text}`);
  console.log('docker/backend.Dockerfile');
  const backend = await assemble('docker/backend.Dockerfile', join(folder, 'backend'), say, {
    SIEGEL_COMMIT: COMMIT,
  });
  linkPlaces(backend);
  database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger: silentLogger });
  await backendChecks(backend, database.url);
  console.log('docker/frontend.Dockerfile');
  await frontendChecks(await assemble('docker/frontend.Dockerfile', join(folder, 'frontend'), say));
} catch (error) {
  recordError(error);
} finally {
  await database?.stop();
}
process.exitCode = allPassed() ? 0 : 1;
