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
 * Returns the configuration of trusted proxies that the image writes when it starts.
 * @param env the container's variables
 */
export function addressesOf(env) {
  const script = join(root, 'docker/nginx/addresses.sh');
  const { status, stdout, stderr } = spawnSync('sh', [script], {
    // This machine's own gateway does not belong to the tested network.
    env: { PATH: process.env.PATH, ROUTES: '/dev/null', ...env },
  });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}

/** @param upstream the name of the upstream's file, and replacements for the hosts that the file names */
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
 * Starts nginx and resolves when it answers. `upstream` may contain `env`, the container's variables.
 * @returns the folder with nginx's logs; `stop` ends nginx and deletes the folder
 */
export async function startNginx(port, upstream) {
  const folder = prepare(port, upstream);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  const tested = spawnSync(nginx, ['-t', ...args], { encoding: 'utf8' });
  if (tested.status !== 0) throw new Error(tested.stderr);
  const server = spawn(nginx, [...args, '-g', 'daemon off;'], { stdio: 'inherit' });
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode === null && server.kill('SIGTERM')) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; ; tries += 1) {
    const up = await fetch(`http://127.0.0.1:${port}/nginx-health`).then(
      ({ status }) => status === 204,
      () => false,
    );
    if (up) return { folder, stop };
    if (tries > 100) {
      await stop();
      throw new Error('nginx did not answer');
    }
    await pause(50);
  }
}
