// npm run test:engine: runs both compose files on a real container engine. Checks the client addresses in the
// evidence, the service while a part is away or being replaced, the limits of each container, and the pages'
// commands for changing versions. Needs root on Linux with Debian's apt. The engine, Compose, the networks,
// our images and our files are real. Third-party images are replaced by stand-ins with the same tags
// (docker/test/engine/stand-ins). ENGINE_FOLDER names the folder that is kept between runs (by default
// .cache/engine). WITHOUT_ENGINE=1 skips the test.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { allPassed, recordError } from '../../scripts/checks.mjs';
import { buildBackend, install, requireNode, run } from '../../scripts/workspace.mjs';
import {
  BEHIND_A_PROXY,
  hiddenChecks,
  plainChecks,
  proxyChecks,
  refusalCheck,
  ROUND_PORT,
  signer,
} from './engine/addresses.mjs';
import { boundChecks } from './engine/bounds.mjs';
import { clusterChecks } from './engine/cluster.mjs';
import { fetchEngine, NEEDED, startEngine, versions } from './engine/daemon.mjs';
import { makeImages } from './engine/images.mjs';
import { makeNetworks } from './engine/networks.mjs';
import { partsAwayChecks } from './engine/parts-away.mjs';
import { openProject, PORT } from './engine/project.mjs';
import { firstLookChecks, secondProjectChecks, versionChecks } from './engine/set-up.mjs';

const AUDITOR_PASSWORD = '/siegel-secrets/secrets/auditor-password';

/**
 * Shell commands that need the same permissions as an engine: they create a device and mount an overlay file
 * system. They run in new namespaces, so they leave nothing behind.
 */
const WHAT_AN_ENGINE_DOES =
  'set -e; mount -t tmpfs none /mnt; cd /mnt; mkdir lower upper work all; mknod null c 1 3; mount -t overlay none -o lowerdir=lower,upperdir=upper,workdir=work all';

/** Returns a sentence that says why no engine can run on this machine; undefined if no reason was found. */
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

const COMPOSED = 'docker-compose.yml';

/**
 * Runs and checks the Compose project for one machine, once for each way in which an operator may set it up.
 */
async function oneMachineChecks(networks) {
  const project = openProject(COMPOSED, { PORT: String(PORT) });
  try {
    await inEachWay(project, networks);
  } finally {
    project.change({});
    await project.compose(['down', '--volumes', '--remove-orphans']);
  }
}

async function inEachWay(project, networks) {
  const { compose, change } = project;
  const up = (env) => compose(['up', '--detach', '--wait', '--no-build'], env);
  await up();
  await boundChecks(project, networks);
  await firstLookChecks(project);
  const password = ['run', '--rm', '--no-deps', '-T', 'secrets', 'cat', AUDITOR_PASSWORD];
  const ask = signer(networks, (await compose(password)).trim());
  await plainChecks(networks, ask);
  await partsAwayChecks(project, networks);
  await secondProjectChecks(networks);
  await versionChecks(project);
  change({ frontend: { ports: [`${ROUND_PORT}:8080`] } });
  await up(BEHIND_A_PROXY);
  await proxyChecks(networks, ask);
  await refusalCheck(project);
  // Removes the containers and networks, because Compose can change a network only by creating it again.
  change({});
  await compose(['down']);
  await up({ PUBLIC_IPV6: 'false' });
  await hiddenChecks(networks, ask, project);
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
  try {
    console.log(`${seconds()}  ${COMPOSED}`);
    // If the checks of the project for one machine are broken off, the checks of the cluster still run.
    await oneMachineChecks(networks).catch(recordError);
    console.log(`${seconds()}  the cluster`);
    await clusterChecks(networks);
  } finally {
    await engine.stop();
  }
} catch (error) {
  recordError(error);
} finally {
  networks.remove();
}
process.exit(allPassed(`, ${seconds()}`) ? 0 : 1);
