// Prometheus' own checker of rules, and how to have it without its server.
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

/** Undefined where this machine has none (Debian: `prometheus`). */
export const promtool = findPromtool();

/**
 * Takes it out of Debian's package `prometheus`, which is not installed: that would start a server.
 * @throws Error where there is no such package
 */
export async function fetchPromtool() {
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  await run('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', 'prometheus'], { cwd: kept });
  const [file] = readdirSync(kept);
  await run('dpkg', ['-x', join(kept, file), kept]);
}
