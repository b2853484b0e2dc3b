// Runs a real nginx with the image's configuration. Only addresses and paths are adapted to this machine.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../scripts/workspace.mjs';

/** Path of nginx; undefined if it is not installed (Debian: `nginx-light`). */
export const nginx = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
].find(existsSync);

/**
 * Returns the configuration of trusted proxies that the image's start script writes.
 * @param env the container's variables
 */
export function addressesOf(env) {
  const script = join(root, 'docker/nginx/addresses.sh');
  const { status, stdout, stderr } = spawnSync('sh', [script], {
    // Hides this machine's own gateway, which does not belong to the tested network.
    env: { PATH: process.env.PATH, ROUTES: '/dev/null', ...env },
  });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}

/**
 * @param upstream `file` is the name of the configuration file that defines the upstream, `hosts` lists
 * replacements for the hosts in that file, and `env` contains the container's variables
 */
function prepare(port, { file, hosts, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-nginx-'));
  // If root starts nginx, its workers run as an unprivileged user, who must be able to enter this folder.
  chmodSync(folder, 0o755);
  for (const name of ['nginx.conf', 'limits.conf', 'security.conf', 'proxy.conf'])
    cpSync(join(root, 'docker/nginx', name), join(folder, name));
  cpSync(join(root, 'docker/nginx', file), join(folder, 'upstream.conf'));
  cpSync(join(root, 'frontend/dist/client'), join(folder, 'html'), { recursive: true });
  const mime = [
    '/etc/nginx/mime.types',
    '/usr/local/etc/nginx/mime.types',
    '/opt/homebrew/etc/nginx/mime.types',
  ].find(existsSync);
  cpSync(mime, join(folder, 'mime.types'));
  const change = (name, changes) => {
    let text = readFileSync(join(folder, name), 'utf8');
    for (const [from, to] of changes) {
      assert(text.includes(from), `${name} has no ${from}`);
      text = text.replaceAll(from, to);
    }
    writeFileSync(join(folder, name), text);
  };
  change('upstream.conf', hosts);
  writeFileSync(join(folder, 'addresses.conf'), addressesOf(env));
  change('nginx.conf', [
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['listen [::]:8080;', ''],
    ['/tmp/', `${folder}/`],
    ['/traffic/', `${folder}/`],
    ['/dev/stdout', `${folder}/access.log`],
    ['/dev/stderr', `${folder}/error.log`],
  ]);
  return folder;
}

/**
 * Seconds after which a stopping nginx closes the connections that are still open. In the container, the
 * variable `STOP_SECONDS` sets this time.
 */
const STOP_SECONDS = 10;

/**
 * Runs nginx with the configuration in a folder. Resolves when a response from `url` has the expected status.
 * @returns `folder`, where nginx also writes its logs; `pid`, nginx's process id; and `stop`, which ends
 * nginx as a container engine does and deletes the folder
 */
export async function runNginx(folder, url, { status: expected }) {
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  const tested = spawnSync(nginx, ['-t', ...args], { encoding: 'utf8' });
  if (tested.status !== 0) throw new Error(tested.stderr);
  const global = `daemon off; worker_shutdown_timeout ${STOP_SECONDS}s;`;
  const server = spawn(nginx, [...args, '-g', global], { stdio: 'inherit' });
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.kill('SIGQUIT')) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; ; tries += 1) {
    const up = await fetch(url).then(
      ({ status }) => status === expected,
      () => false,
    );
    if (up) return { folder, pid: server.pid, stop };
    if (tries > 100) {
      await stop();
      throw new Error('nginx did not answer');
    }
    await pause(50);
  }
}

/**
 * Starts nginx with the image's configuration. `upstream` may contain `env`, the container's variables.
 * @returns the result of `runNginx`
 */
export const startNginx = (port, upstream) =>
  runNginx(prepare(port, upstream), `http://127.0.0.1:${port}/nginx-health`, { status: 204 });
