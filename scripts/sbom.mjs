// npm run sbom [-- <file>]: writes a software bill of materials (CycloneDX 1.6) to `.cache/sbom.cdx.json` or
// to the given file; `-` prints it. It lists the packages of the lock file, but none that is only for builds
// or tests.
//
// The same lock file gives the same bytes, so that operators can compare two lists. The list therefore has no
// time and no download address, and its serial number is derived from its content. Neither `npm sbom` nor
// `@cyclonedx/cyclonedx-npm` does this, and a list of the installed packages differs between platforms. Debian,
// Node and nginx in the images are not listed. Packages with binaries for one platform are optional.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { nameIn, placeOf } from './lock-file.mjs';
import { root } from './workspace.mjs';

const INSTALLED = 'node_modules/';
const KINDS = ['dependencies', 'optionalDependencies', 'peerDependencies'];
/** Licences of packages whose manifests name no licence. We read these licences in the packages' files. */
const READ_LICENCES = { 'png-js': 'MIT' };

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const nameAt = (path) => packages[path].name ?? nameIn(path);
const purlAt = (path) => `pkg:npm/${nameAt(path).replace('@', '%40')}@${packages[path].version}`;
/**
 * Paths of the packages that are not only for tests or builds. Links to workspaces are left out too, because
 * the workspaces themselves are listed.
 */
const shipped = Object.keys(packages).filter((path) => !packages[path].dev && !packages[path].link);

const dependenciesOf = (path) =>
  KINDS.flatMap((kind) => Object.keys(packages[path][kind] ?? {}))
    .map((name) => placeOf(packages, name, path))
    .filter((place) => shipped.includes(place))
    .map(purlAt);

/** Returns an SPDX id, or an expression of several ids. Our own packages have no SPDX id: see LICENSE. */
function licencesOf(path) {
  if (!path.includes(INSTALLED)) return [{ license: { name: 'All rights reserved' } }];
  const licence = packages[path].license ?? READ_LICENCES[nameAt(path)];
  if (licence === undefined)
    throw new Error(`${nameAt(path)} names no licence: read its files and add the licence to READ_LICENCES`);
  return [/^[\w.-]+$/.test(licence) ? { license: { id: licence } } : { expression: licence }];
}

function hashesOf({ integrity }) {
  if (integrity === undefined) return [];
  const [algorithm, digest] = integrity.split('-');
  if (algorithm !== 'sha512') throw new Error(`a hash of an unknown kind: ${integrity}`);
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}

function componentAt(path) {
  const found = packages[path];
  const isOwn = !path.includes(INSTALLED);
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(nameAt(path));
  return {
    type: isOwn ? 'application' : 'library',
    'bom-ref': purlAt(path),
    ...(group === undefined ? {} : { group }),
    name,
    version: found.version,
    scope: found.optional || found.devOptional ? 'optional' : 'required',
    hashes: hashesOf(found),
    licenses: licencesOf(path),
    purl: purlAt(path),
  };
}

/**
 * Merges components that are the same package installed in several places. The merged component is required
 * if the package is required in at least one place.
 */
function merged(components) {
  const known = new Map();
  for (const component of components) {
    const before = known.get(component.purl);
    if (before?.scope !== 'required') known.set(component.purl, component);
  }
  return [...known.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
}

function graph() {
  const known = new Map();
  for (const path of shipped)
    known.set(purlAt(path), new Set([...(known.get(purlAt(path)) ?? []), ...dependenciesOf(path)]));
  const workspaces = shipped.filter((path) => path !== '' && !path.includes(INSTALLED)).map(purlAt);
  known.set(purlAt(''), new Set(workspaces));
  return [...known]
    .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted() }))
    .toSorted((a, b) => (a.ref < b.ref ? -1 : 1));
}

/** Returns a serial number derived from the content (RFC 9562, version 8). */
function serialOf(content) {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16], 16) % 4];
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const content = {
  metadata: { lifecycles: [{ phase: 'pre-build' }], component: componentAt('') },
  components: merged(shipped.filter((path) => path !== '').map(componentAt)),
  dependencies: graph(),
};
const list = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: serialOf(content),
  version: 1,
  ...content,
};
const text = `${JSON.stringify(list, null, 2)}\n`;
const [target = join(root, '.cache/sbom.cdx.json')] = process.argv.slice(2);
if (target === '-') process.stdout.write(text);
else {
  const file = resolve(process.env.INIT_CWD ?? '.', target);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${list.components.length} components: ${file}`);
}
