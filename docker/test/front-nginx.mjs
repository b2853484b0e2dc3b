// Runs the nginx that docs/containers.md puts in front of the two nginx of the cluster. Also runs the
// commands of docs/operations/upgrading.md that take one of the two nginx out of service and put it back.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../../scripts/workspace.mjs';
import { runNginx } from './real-nginx.mjs';

const page = (name) => readFileSync(join(root, 'docs', name), 'utf8');
/** The ports that the pages use for the cluster's two nginx. */
const PORTS = [8080, 8081];

/** Returns the part of a page that matches a pattern. @throws Error if nothing matches */
function partOf(name, pattern) {
  const [found] = pattern.exec(page(name)) ?? [];
  assert(found, `docs/${name} has no ${pattern}`);
  return found;
}

/** Returns the page's upstream block. Its ports are replaced by the ports of the two nginx in this test. */
function upstreamFor(ports) {
  const text = partOf('containers.md', /^upstream siegel \{\n[^}]*^\}$/m);
  return PORTS.reduce((changed, named, at) => {
    assert(changed.includes(`127.0.0.1:${named} max_fails=0;`), text);
    return changed.replace(`127.0.0.1:${named} `, `127.0.0.1:${ports[at]} `);
  }, text);
}

/** Returns a configuration with the page's location block. The test uses HTTP instead of HTTPS. */
function configurationFor(port, folder) {
  const location = partOf('containers.md', /^location \/ \{\n[^}]*^\}$/m)
    .replace('http://127.0.0.1:8080;', 'http://siegel;')
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace('/var/log/nginx/', `${folder}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `pid ${folder}/nginx.pid;
error_log ${folder}/error.log crit;
events {}
http {
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
include ${folder}/siegel.conf;
server {
listen 127.0.0.1:${port};
${location}
}
}
`;
}

/**
 * @param ports of the two nginx behind the front nginx
 * @returns `leaveOut` and `takeBack`, which take one of these ports out of service and put it back, with the
 * page's commands; `isLeftOut`, which is true if a port is out of service; and `stop`, which ends the front
 * nginx
 */
export async function startFront(port, ports) {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-front-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'siegel.conf'), upstreamFor(ports));
  writeFileSync(join(folder, 'nginx.conf'), configurationFor(port, folder));
  const front = await runNginx(folder, `http://127.0.0.1:${port}/nginx-health`, { status: 204 });
  // Writes a double of `systemctl` that reloads the front nginx, because the page's commands call
  // `systemctl`.
  writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\nkill -HUP ${front.pid}\n`, { mode: 0o755 });
  const commands = ['aside', 'back'].map((name) =>
    partOf('operations/upgrading.md', new RegExp(`^${name}\\(\\) \\{\\n[^]*?^\\}$`, 'm')),
  );
  const env = { PATH: `${folder}:${process.env.PATH}`, SITES: folder };
  const tell = (command) => run('bash', ['-euc', `${commands.join('\n')}\n${command}`], { env });
  return {
    leaveOut: (other) => tell(`aside ${other}`),
    takeBack: (other) => tell(`back ${other}`),
    isLeftOut: (other) =>
      readFileSync(join(folder, 'siegel.conf'), 'utf8').includes(`:${other} max_fails=0 down;`),
    stop: front.stop,
  };
}
