// npm run test:engine: runs docker-compose.yml on a real container engine, and checks which client addresses
// the evidence then contains. Needs root on Linux with Debian's apt. The engine, Compose, the networks, our
// images and our files are real. Third-party images are replaced by stand-ins, which are built here under the
// exact tags (docker/test/engine/stand-ins). ENGINE_FOLDER names the folder that is kept between runs (by
// default .cache/engine). WITHOUT_ENGINE=1 skips the test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPassed, recordError, check } from '../../scripts/checks.mjs';
import { start } from '../../scripts/processes.mjs';
import { buildBackend, install, requireNode, root, run } from '../../scripts/workspace.mjs';
import { fetchEngine, NEEDED, startEngine, versions } from './engine/daemon.mjs';
import { makeImages } from './engine/images.mjs';
import { ADDRESSES, makeNetworks } from './engine/networks.mjs';
import { docker, folder } from './engine/place.mjs';

const PORT = 18_080;
/** Port of a second route to nginx. This route bypasses the proxy. */
const ROUND_PORT = 18_081;
const TLS_PORT = 18_443;
const GATEWAYS = { v4: '10.173.67.1', v6: 'fd5e:91c3:7a4d:67::1' };
const FORGED = '203.0.113.7';
const FORGERIES = [
  { 'x-forwarded-for': FORGED, 'x-real-ip': FORGED, forwarded: `for=${FORGED}` },
  { 'x-forwarded-for': `${FORGED}, ${GATEWAYS.v4}` },
  { 'x-forwarded-for': GATEWAYS.v6 },
  { 'x-forwarded-for': '' },
];

const urlAt = (address, port = PORT, scheme = 'http') =>
  `${scheme}://${address.includes(':') ? `[${address}]` : address}:${port}`;

/**
 * Commands that need the same permissions as an engine, for overlay file systems and devices in new
 * namespaces. They leave nothing behind.
 */
const WHAT_AN_ENGINE_DOES =
  'set -e; mount -t tmpfs none /mnt; cd /mnt; mkdir lower upper work all; mknod null c 1 3; mount -t overlay none -o lowerdir=lower,upperdir=upper,workdir=work all';

/** Returns in one sentence why no engine can run here; undefined if an engine may run. */
function obstacle() {
  if (process.platform !== 'linux') return 'This is no Linux.';
  if (process.getuid() !== 0) return 'It needs root.';
  const made = spawnSync(
    'unshare',
    ['--net', '--mount', '--pid', '--fork', 'sh', '-c', WHAT_AN_ENGINE_DOES],
    {
      encoding: 'utf8',
    },
  );
  return made.status === 0 ? undefined : `The kernel refuses what an engine does: ${made.stderr.trim()}.`;
}

function skip(why) {
  const said = `No container engine can run here. ${why}`;
  if (process.env.WITHOUT_ENGINE === '1') {
    console.log(`Skipped: the container engine. ${said}`);
    process.exit(0);
  }
  console.error(`${said} Set WITHOUT_ENGINE=1 to skip this test.`);
  process.exit(1);
}

async function installPrograms() {
  const isOnPath = (program) =>
    (process.env.PATH ?? '').split(':').some((place) => existsSync(join(place, program)));
  const missing = Object.entries(NEEDED).filter(([program]) => !isOnPath(program));
  if (missing.length === 0) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  const packages = missing.map(([, name]) => name);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
}

const overrides = join(folder, 'ports.yml');

const FILES = ['--env-file', '/dev/null', '--file', join(root, 'docker-compose.yml'), '--file', overrides];

const compose = (words, env = {}) =>
  docker(['compose', '--project-name', 'siegel-engine', ...FILES, ...words], {
    cwd: root,
    env: { PUBLIC_URL: `http://localhost:${PORT}`, ...env },
  });

/** Starts the services with their configuration. */
const up = (env) => compose(['up', '--detach', '--wait', '--no-build', 'frontend'], env);

/** Runs a program of this folder in a network namespace. @returns its output */
const within = async (network, script, given) =>
  (
    await run('nsenter', [
      `--net=${network}`,
      process.execPath,
      join(root, 'docker/test/engine', script),
      JSON.stringify(given),
    ])
  ).trim();

function signer(networks, password) {
  const signed = (network, url, headers = {}) => within(network, 'party.mjs', { url, headers });
  return {
    /** Lets a client in this network sign an agreement. @returns the address in the agreement's evidence */
    addressOf: async (network, url, headers) => {
      const ids = [await signed(network, url, headers)];
      const output = await within(networks.engine, 'auditor.mjs', { url: urlAt('127.0.0.1'), password, ids });
      return JSON.parse(output)[0];
    },
  };
}

async function plainChecks({ engine, client }, { addressOf }) {
  for (const family of ['v4', 'v6']) {
    const url = urlAt(ADDRESSES.engine[family]);
    const own = ADDRESSES.client[family];
    await check(`the evidence has the address of a client over ${family}`, async () => {
      assert.equal(await addressOf(client, url), own);
    });
    await check(
      `the evidence has the real address of a client over ${family} that forges another one`,
      async () => {
        for (const headers of FORGERIES) assert.equal(await addressOf(client, url, headers), own);
      },
    );
  }
  for (const address of ['127.0.0.1', '[::1]'])
    await check(`the machine's own ${address} counts as unknown, whatever the client claims`, async () => {
      for (const headers of [{}, ...FORGERIES])
        assert.equal(await addressOf(engine, `http://${address}:${PORT}`, headers), null);
    });
}

async function hiddenChecks({ client }, { addressOf }) {
  await check(
    'if the engine hides clients over v6, their addresses are unknown, and those over v4 are known',
    async () => {
      for (const headers of [{}, ...FORGERIES])
        assert.equal(await addressOf(client, urlAt(ADDRESSES.engine.v6), headers), null);
      assert.equal(await addressOf(client, urlAt(ADDRESSES.engine.v4)), ADDRESSES.client.v4);
    },
  );
  await check('the doctor says that addresses are hidden', async () => {
    // After these signatures, the address is known for fewer than half of the last twenty signatures.
    for (let n = 0; n < 10; n += 1) await addressOf(client, urlAt(ADDRESSES.engine.v6));
    const output = await compose(['exec', '-T', 'backend', 'siegel', 'doctor', '--json']);
    const addresses = JSON.parse(output).checks.find(({ name }) => name === 'client addresses');
    assert.equal(addresses.state, 'warning', JSON.stringify(addresses));
  });
}

async function startTlsProxy(network) {
  const [cert, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-keyout', key, '-out', cert];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-noenc',
    ...subject,
  ]);
  const given = JSON.stringify({ port: TLS_PORT, to: urlAt('127.0.0.1'), cert, key });
  const script = join(root, 'docker/test/engine/tls-proxy.mjs');
  const { child, stop } = start('nsenter', [`--net=${network}`, process.execPath, script, given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', () => reject(new Error('the proxy ended')));
  });
  return stop;
}

async function proxyChecks({ engine, client }, { addressOf }) {
  const stop = await startTlsProxy(engine);
  for (const family of ['v4', 'v6']) {
    const [near, own] = [ADDRESSES.engine[family], ADDRESSES.client[family]];
    await check(
      `behind a proxy on the same machine the evidence has the address of a client over ${family}`,
      async () => {
        for (const headers of [{}, ...FORGERIES])
          assert.equal(await addressOf(client, urlAt(near, TLS_PORT, 'https'), headers), own);
      },
    );
    await check(`a client that bypasses the proxy over ${family} cannot forge its address`, async () => {
      for (const headers of FORGERIES)
        assert.equal(await addressOf(client, urlAt(near, ROUND_PORT), headers), own);
    });
  }
  await stop();
}

const BEHIND_A_PROXY = { BELIEVED_PROXIES: 'gateway', PORT: `127.0.0.1:${PORT}` };

async function refusalCheck() {
  await check('nginx refuses to trust a gateway if other machines reach the port, and says why', async () => {
    const env = { ...BEHIND_A_PROXY, PORT: String(PORT) };
    await compose(['up', '--detach', '--no-build', '--no-deps', 'frontend'], env);
    const log = await compose(['logs', '--no-log-prefix', 'frontend'], env);
    assert.match(log, /only this machine may reach the port/);
  });
}

async function tries(networks) {
  const publishRound = (isPublished) =>
    writeFileSync(
      overrides,
      isPublished ? `services:\n  frontend:\n    ports: ["${ROUND_PORT}:8080"]\n` : 'services: {}\n',
    );
  publishRound(false);
  await compose(['down', '--volumes', '--remove-orphans']);
  await up({ PORT: String(PORT) });
  const words = [
    'run',
    '--rm',
    '--no-deps',
    '-T',
    'secrets',
    'cat',
    '/siegel-secrets/secrets/auditor-password',
  ];
  const ask = signer(networks, (await compose(words)).trim());
  await plainChecks(networks, ask);
  publishRound(true);
  await up(BEHIND_A_PROXY);
  await proxyChecks(networks, ask);
  await refusalCheck();
  // A network can be changed only by creating it again.
  publishRound(false);
  await compose(['down']);
  await up({ PORT: String(PORT), PUBLIC_IPV6: 'false' });
  await hiddenChecks(networks, ask);
  await compose(['down', '--volumes']);
}

requireNode();
const why = obstacle();
if (why !== undefined) skip(why);
if (process.env.WITHOUT_ENGINE === '1') skip('WITHOUT_ENGINE=1 is set.');
await installPrograms();
await install(console.log);
await buildBackend(console.log);
await fetchEngine();
const began = Date.now();
const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
const builder = await startEngine().catch((error) => skip(error.message));
try {
  console.log(await versions());
  await makeImages((what) => console.log(`${seconds()}  ${what}`));
} finally {
  // Stops the engine even if the build fails. Otherwise the engine would keep running.
  await builder.stop();
}
const networks = await makeNetworks();
try {
  const engine = await startEngine(networks.engine).catch((error) => skip(error.message));
  console.log(`${seconds()}  docker-compose.yml`);
  await tries(networks).finally(() => engine.stop());
} catch (error) {
  recordError(error);
} finally {
  networks.remove();
}
process.exit(allPassed(`, ${seconds()}`) ? 0 : 1);
