// npm run lock: writes into package-lock.json what it lacks of optional packages for other platforms, which npm leaves out
// where its registry lacks them; `npm ci` then refuses the lock file. Asks npm's own client for what a registry knows.
//   node scripts/lock-platforms.mjs --check [folder]   says what is lacking, asks no registry, and changes nothing
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { filled, gapsIn, nameIn, sourcesIn, thinIn } from './lock-file.mjs';
import { npm, root } from './workspace.mjs';

/** Of npm's clients at once. */
const AT_ONCE = 4;
/** What npm writes into a lock file of what a registry says of a package. */
const ASKED = [
  'version',
  'dist.integrity',
  'os',
  'cpu',
  'libc',
  'license',
  'engines',
  'deprecated',
  'dependencies',
];

const [folder = root] = process.argv.slice(2).filter((word) => word !== '--check');
const file = join(resolve(folder), 'package-lock.json');

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

function installedIn(packages) {
  const manifests = {};
  for (const [place, { link }] of Object.entries(packages)) {
    if (link) continue;
    const path = join(resolve(folder), place, 'package.json');
    if (existsSync(path)) manifests[place] = read(path);
  }
  return manifests;
}

/** What is installed in another version than the lock file says tells nothing of the lock file. */
const strangersIn = (packages, manifests) =>
  Object.entries(manifests)
    .filter(([place, { version }]) => place.includes('node_modules/') && version !== packages[place].version)
    .map(([place, { version }]) => `${place} is ${version}, and ${packages[place].version} is locked`);

const inWords = ({ from, name, range, fault }) =>
  `${from === '' ? 'package.json' : nameIn(from)} asks for ${name} ${range}, which ${fault}`;

/** @param remedy what there is left to do */
function check(remedy) {
  const { packages } = read(file);
  const manifests = installedIn(packages);
  const strangers = strangersIn(packages, manifests);
  const problems = [...gapsIn(packages, manifests).map(inWords), ...sourcesIn(packages)];
  if (strangers.length > 0)
    console.error(`${strangers.join('\n')}\nWhat is installed is not what is locked: run \`npm ci\`.`);
  else if (problems.length > 0)
    console.error(`${problems.join('\n')}\nThe lock file does not hold on every platform: ${remedy}.`);
  process.exitCode = strangers.length + problems.length === 0 ? 0 : 1;
}

/** @returns undefined where no registry is reached, or knows it */
async function factsOf({ name, version }) {
  try {
    const words = ['view', `${name}@${version}`, ...ASKED, '--json', '--fetch-retries=1'];
    const { stdout } = await promisify(execFile)(npm, words, { cwd: folder });
    const { 'dist.integrity': integrity, ...facts } = [JSON.parse(stdout)].flat().at(-1);
    return { ...facts, integrity };
  } catch {
    return undefined;
  }
}

async function write() {
  const lock = read(file);
  const installed = Object.entries(installedIn(lock.packages));
  const manifests = Object.fromEntries(
    installed.filter(([place, { version }]) => version === lock.packages[place].version),
  );
  for (const entry of Object.values(lock.packages)) if (!entry.link) delete entry.resolved;
  const asks = [...gapsIn(lock.packages, manifests), ...thinIn(lock.packages, manifests)];
  while (asks.length > 0) {
    const some = asks.splice(0, AT_ONCE);
    const facts = await Promise.all(some.map(factsOf));
    for (const [at, ask] of some.entries())
      lock.packages = filled(ask, facts[at], lock.packages, manifests) ?? lock.packages;
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  for (const { place } of thinIn(lock.packages, manifests))
    if (lock.packages[place].integrity === undefined)
      console.log(`${nameIn(place)} has no hash: no registry that is reached has it`);
}

if (process.argv.includes('--check')) check('run `npm run lock`, and commit it');
else {
  await write();
  check(
    'the registry that is reached says no more; one that carries all of them lets `npm install` write it',
  );
}
