// A container engine of the test's own: Debian's newest packages, unpacked beside the system, nothing of it installed.
// It uses a socket, folders and networks of its own, so that one that is installed here is left alone.
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
/** These come from this machine's own Debian: the newest ones need a newer C library. */
export const NEEDED = {
  runc: 'runc',
  iptables: 'iptables',
  ip: 'iproute2',
  debootstrap: 'debootstrap',
  nsenter: 'util-linux',
};
const SUITE = 'forky';
/** Milliseconds on an idle machine. */
const START_MS = 60_000;

/** By apt, which checks the signatures; its lists are its own, so that this machine's stay as they are. */
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

/** The engine's programs, and Compose where its client looks for it. A run that ends in between begins anew. */
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

/** A run that was interrupted leaves some: an engine that starts would make their networks again, and start them. */
function forgetContainers() {
  for (const name of ['containers', 'network', 'volumes'])
    rmSync(join(folder, 'data', name), { recursive: true, force: true });
}

/**
 * Starts it. Without a namespace it changes nothing of this machine's network: it builds, in the host's network, and its
 * containers have none.
 * @param namespace of the network in which it and its containers live
 * @throws Error where it does not start: with the last lines of its log
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

/** Whether it does; a client that finds nobody is no fault yet. */
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
