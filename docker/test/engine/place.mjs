// The folder, socket and environment of the test's container engine.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../../scripts/workspace.mjs';

/** The engine's programs, base images and data. They are kept between runs and take 8 GB. */
export const folder = process.env.ENGINE_FOLDER ?? join(root, '.cache/engine');
export const socket = `unix://${join(folder, 'docker.sock')}`;

mkdirSync(folder, { recursive: true });

/** The environment with which the docker client uses this engine and no other. */
export const environment = {
  PATH: `${join(folder, 'programs')}:${process.env.PATH}`,
  DOCKER_HOST: socket,
  DOCKER_CONFIG: join(folder, 'client'),
};

export const docker = (words, { env = {}, ...options } = {}) =>
  run('docker', words, { ...options, env: { ...environment, ...env } });

/**
 * Returns the first Debian mirror in this machine's package sources. Leaves out mirrors of security updates.
 */
export async function debianMirror() {
  const output = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
  const mirror = output.split('\n').find((line) => line !== '' && !line.includes('security'));
  if (mirror === undefined) throw new Error('apt-get names no mirror of Debian');
  return mirror.replace(/\/$/, '');
}
