// npm run lock: adds the optional packages of other platforms to package-lock.json. npm leaves out packages
// that its registry lacks, and `npm ci` then refuses the lock file. Queries registries through npm's own
// client.
//
//     node scripts/lock-platforms.mjs --check [folder]   only prints what is missing; queries no registry
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { withEntry, gapsIn, nameIn, registriesIn, incompleteIn } from './lock-file.mjs';
import { npm, root } from './workspace.mjs';

/** Number of npm clients that run at once. */
const CONCURRENCY = 4;
/** The fields of the registry's metadata that npm writes into a lock file. */
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

/**
 * Returns the installed packages whose version differs from the locked version. Manifests of such packages
 * cannot be compared with the lock file.
 */
const mismatchesIn = (packages, manifests) =>
  Object.entries(manifests)
    .filter(([place, { version }]) => place.includes('node_modules/') && version !== packages[place].version)
    .map(([place, { version }]) => `${place} is ${version}, and ${packages[place].version} is locked`);

const inWords = ({ from, name, range, problem }) =>
  `${from === '' ? 'package.json' : nameIn(from)} asks for ${name} ${range}, which ${problem}`;

/** @param remedy advice to print if the lock file has a problem */
function check(remedy) {
  const { packages } = read(file);
  const manifests = installedIn(packages);
  const mismatches = mismatchesIn(packages, manifests);
  const problems = [...gapsIn(packages, manifests).map(inWords), ...registriesIn(packages)];
  if (mismatches.length > 0)
    console.error(
      `${mismatches.join('\n')}\nThe installed packages are not the locked ones: run \`npm ci\`.`,
    );
  else if (problems.length > 0)
    console.error(`${problems.join('\n')}\nThe lock file does not describe every platform: ${remedy}.`);
  process.exitCode = mismatches.length + problems.length === 0 ? 0 : 1;
}

/** @returns the registry's metadata about a package; undefined if no registry answers or knows the package */
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
  const asks = [...gapsIn(lock.packages, manifests), ...incompleteIn(lock.packages, manifests)];
  while (asks.length > 0) {
    const some = asks.splice(0, CONCURRENCY);
    const facts = await Promise.all(some.map(factsOf));
    for (const [at, ask] of some.entries())
      lock.packages = withEntry(ask, facts[at], lock.packages, manifests) ?? lock.packages;
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  for (const { place } of incompleteIn(lock.packages, manifests))
    if (lock.packages[place].integrity === undefined)
      console.log(`${nameIn(place)} has no hash: no reachable registry has the package`);
}

if (process.argv.includes('--check')) check('run `npm run lock`, and commit it');
else {
  await write();
  check(
    'the configured registry lacks these packages; with a registry that has all of them `npm install` writes the entries',
  );
}
