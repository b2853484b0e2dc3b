// Provides a container engine for this test only: Debian's newest packages, unpacked without installing them.
// The engine uses its own socket, folders and networks, so that an installed engine is not affected.
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { start } from '../../../scripts/processes.mjs';
import { timeFactor } from '../../../scripts/time-factor.mjs';
import { run } from '../../../scripts/workspace.mjs';
import { debianMirror, docker, environment, folder, socket } from './place.mjs';

const PACKAGES = ['docker.io', 'docker-cli', 'docker-compose', 'docker-buildx', 'containerd'];
/**
 * Packages that are installed from this machine's own Debian release, by the program that each provides. The
 * newest versions of these packages would need a newer C library.
 */
export const NEEDED = {
  runc: 'runc',
  iptables: 'iptables',
  ip: 'iproute2',
  debootstrap: 'debootstrap',
  nsenter: 'util-linux',
};
const SUITE = 'forky';
/** Maximum number of milliseconds until the engine answers, on an idle machine. */
const START_MS = 60_000;

/**
 * Downloads the packages with apt, which checks their signatures. Uses separate package lists, so that this
 * machine's lists stay unchanged.
 */
async function unpack(into) {
  const apt = join(folder, 'apt');
  rmSync(apt, { recursive: true, force: true });
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'debs'])
    mkdirSync(join(apt, name), { recursive: true });
  writeFileSync(join(apt, 'sources.list'), `deb ${await debianMirror()} ${SUITE} main\n`);
  const own = [
    `Dir::Etc::sourcelist=${join(apt, 'sources.list')}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State=${join(apt, 'state')}`,
    `Dir::State::status=${join(apt, 'status')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  writeFileSync(join(apt, 'status'), '');
  await run('apt-get', [...own, 'update', '-qq']);
  await run('apt-get', [...own, 'download', '-qq', ...PACKAGES], { cwd: join(apt, 'debs') });
  for (const file of readdirSync(join(apt, 'debs'))) await run('dpkg', ['-x', join(apt, 'debs', file), into]);
  rmSync(apt, { recursive: true });
}

/**
 * Puts the engine's programs into the test's folder, and Compose where the docker client looks for it. After
 * an interruption, the next call starts from the beginning.
 */
export async function fetchEngine() {
  const programs = join(folder, 'programs');
  if (existsSync(programs)) return;
  const [unpacked, fetched] = [join(folder, 'unpacked'), join(folder, 'fetched')];
  for (const left of [unpacked, fetched]) rmSync(left, { recursive: true, force: true });
  await unpack(unpacked);
  cpSync(join(unpacked, 'usr/libexec/docker/cli-plugins'), join(folder, 'client/cli-plugins'), {
    recursive: true,
  });
  mkdirSync(fetched, { recursive: true });
  for (const from of ['usr/bin', 'usr/sbin'])
    for (const name of readdirSync(join(unpacked, from)))
      if (/^(?:docker|containerd|ctr)/.test(name)) cpSync(join(unpacked, from, name), join(fetched, name));
  rmSync(unpacked, { recursive: true });
  renameSync(fetched, programs);
}

const QUIET = ['--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-forward=false'];

/**
 * Deletes containers that an interrupted run left behind, because the engine would recreate their networks
 * and start them.
 */
function forgetContainers() {
  for (const name of ['containers', 'network', 'volumes'])
    rmSync(join(folder, 'data', name), { recursive: true, force: true });
}

/**
 * Starts the engine. Without a namespace, the engine changes nothing in this machine's network settings. Such
 * an engine can build images, because builds use the host's network, but its containers have no network.
 * @param namespace the network namespace of the engine and its containers
 * @throws Error with the last lines of the engine's log, if the engine does not start
 */
export async function startEngine(namespace) {
  const log = join(folder, 'engine.log');
  if (namespace === undefined) forgetContainers();
  const words = [
    `--data-root=${join(folder, 'data')}`,
    `--exec-root=${join(folder, 'run')}`,
    `--pidfile=${join(folder, 'engine.pid')}`,
    `--host=${socket}`,
    ...(namespace === undefined ? QUIET : []),
  ];
  const [program, ...args] =
    namespace === undefined ? ['dockerd', ...words] : ['nsenter', `--net=${namespace}`, 'dockerd', ...words];
  rmSync(join(folder, 'engine.pid'), { force: true });
  const output = openSync(log, 'w');
  const { child, stop } = start(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', output, output],
  });
  const until = Date.now() + START_MS * timeFactor();
  while (!(await answers())) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      await stop();
      throw new Error(readFileSync(log, 'utf8').split('\n').slice(-12).join('\n'));
    }
    await pause(300);
  }
  return { stop };
}

/**
 * True if the engine responds. While the engine is starting, a client that cannot connect is not an error.
 */
async function answers() {
  if (!existsSync(socket.slice('unix://'.length))) return false;
  const asking = start('docker', ['version'], { env: { ...process.env, ...environment }, stdio: 'ignore' });
  return (await asking.exited) === 0;
}

export const versions = async () => {
  const [engine, compose] = await Promise.all([
    docker(['version', '--format', '{{.Server.Version}}']),
    docker(['compose', 'version', '--short']),
  ]);
  return `Engine ${engine.trim()}, Compose ${compose.trim()}`;
};
