// A real nginx with the image's configuration, and the places that are this machine's own.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../scripts/workspace.mjs';

/** Undefined where this machine has none (Debian: `nginx-light`). */
export const nginx = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
].find(existsSync);

/** Whose word on an address counts, as the image writes it when it starts. @param env as containers are given it */
export function addressesOf(env) {
  const script = join(root, 'docker/nginx/addresses.sh');
  const { status, stdout, stderr } = spawnSync('sh', [script], {
    // This machine's own gateway is none of the network that is tried.
    env: { PATH: process.env.PATH, ROUTES: '/dev/null', ...env },
  });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}

/** @param upstream name of its file, and what stands in the place of the hosts that it names */
function prepare(port, { file, hosts, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-nginx-'));
  // Where root starts it, nginx itself works as nobody in particular.
  chmodSync(folder, 0o755);
  for (const name of ['nginx.conf', 'security.conf', 'proxy.conf'])
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
    ['/dev/stdout', `${folder}/access.log`],
    ['/dev/stderr', `${folder}/error.log`],
  ]);
  return folder;
}

/**
 * Resolves when it answers. `upstream` may hold `env`, the container's variables.
 * @returns the folder that holds its logs; `stop` ends it and removes the folder
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
