// Finds promtool, Prometheus's own checker of rules. Can also extract promtool from Debian's package without
// installing the Prometheus server.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../scripts/workspace.mjs';

const kept = join(root, '.cache/promtool');

const findPromtool = () =>
  [
    '/usr/bin/promtool',
    '/usr/local/bin/promtool',
    '/opt/homebrew/bin/promtool',
    join(kept, 'usr/bin/promtool'),
  ].find(existsSync);

/** Path of promtool; undefined if it is not installed (Debian: `prometheus`). */
export const promtool = findPromtool();

/**
 * Extracts promtool from Debian's package `prometheus`. Installing the package would start a server.
 * @throws Error if the package cannot be downloaded
 */
export async function fetchPromtool() {
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  await run('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', 'prometheus'], { cwd: kept });
  const [file] = readdirSync(kept);
  await run('dpkg', ['-x', join(kept, file), kept]);
}
