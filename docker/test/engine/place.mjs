// Where the engine of the test keeps its programs, its base images and all that it makes, and how it is called.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../../scripts/workspace.mjs';

/** Kept between runs; 8 GB. */
export const folder = process.env.ENGINE_FOLDER ?? join(root, '.cache/engine');
export const socket = `unix://${join(folder, 'docker.sock')}`;

mkdirSync(folder, { recursive: true });

/** For the programs of this engine, and no other one. */
export const environment = {
  PATH: `${join(folder, 'programs')}:${process.env.PATH}`,
  DOCKER_HOST: socket,
  DOCKER_CONFIG: join(folder, 'client'),
};

export const docker = (words, { env = {}, ...options } = {}) =>
  run('docker', words, { ...options, env: { ...environment, ...env } });

/** The first mirror of Debian that this machine uses. */
export async function debianMirror() {
  const told = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
  const mirror = told.split('\n').find((line) => line !== '' && !line.includes('security'));
  if (mirror === undefined) throw new Error('apt-get names no mirror of Debian');
  return mirror.replace(/\/$/, '');
}
