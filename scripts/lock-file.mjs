// What package-lock.json has to say of optional packages, each of which is for one platform: pure, from the lock file
// and the manifests of what is installed.

const INSTALLED = 'node_modules/';
const PLATFORM = ['os', 'cpu', 'libc'];
const EXACT = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

const SYSTEMS = new Map(
  ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
    .map((system) => [system, system])
    .concat([['windows', 'win32']]),
);
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];
const LIBRARIES = new Map([
  ['gnu', 'glibc'],
  ['glibc', 'glibc'],
  ['musl', 'musl'],
]);

export const nameIn = (path) => path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length);

/** Where what a package asks for by name is installed: beside it, or in the nearest folder above; undefined if nowhere. */
export function placeOf(packages, name, from) {
  const path = `${from === '' ? '' : `${from}/`}${INSTALLED}${name}`;
  if (packages[path] !== undefined) return packages[path].link ? packages[path].resolved : path;
  if (from === '') return undefined;
  return placeOf(packages, name, from.slice(0, Math.max(0, from.lastIndexOf(INSTALLED) - 1)));
}

/** The platform that the name of a package says, in npm's words; nothing where it says none. */
export function platformIn(name) {
  const words = name.split(/[/-]/);
  const cpu = words.find((word) => PROCESSORS.includes(word));
  const os = words.map((word) => SYSTEMS.get(word)).find((system) => system !== undefined);
  const libc = words.map((word) => LIBRARIES.get(word)).find((library) => library !== undefined);
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32')) return {};
  return {
    ...(os === undefined ? {} : { os: [os] }),
    cpu: [cpu],
    ...(os === 'linux' && libc !== undefined ? { libc: [libc] } : {}),
  };
}

/**
 * Each optional package that one asks for: as its manifest says where it is installed, else as the lock file says.
 * With its place, if it has one, and the version to ask for: the locked one stays where the range leaves a choice.
 */
const asksIn = (packages, manifests) =>
  Object.entries(packages)
    .filter(([, { link }]) => !link)
    .flatMap(([from, { optionalDependencies }]) =>
      Object.entries({ ...optionalDependencies, ...manifests[from]?.optionalDependencies }).map(
        ([name, range]) => {
          const place = placeOf(packages, name, from);
          const isFree = !EXACT.test(range) && place !== undefined;
          return { from, name, range, place, version: isFree ? packages[place].version : range };
        },
      ),
    );

/** What is installed even where nothing optional is. */
const requiredIn = (packages) =>
  new Set(
    Object.entries(packages).flatMap(([from, { dependencies, link, optional }]) =>
      link || optional ? [] : Object.keys(dependencies ?? {}).map((name) => placeOf(packages, name, from)),
    ),
  );

/** The members of an entry that do not say the platform that the package's own manifest says, or else its name. */
function wrongPlatform(name, entry, manifest) {
  const said = manifest ?? platformIn(name);
  return PLATFORM.filter(
    (member) =>
      said[member] !== undefined && [said[member]].flat().join() !== [entry[member] ?? []].flat().join(),
  );
}

function faultOf({ name, version, place }, packages, manifests, required) {
  const entry = packages[place];
  if (entry === undefined) return 'is missing';
  if (entry.version !== version) return `stands there as ${entry.version}`;
  if (!entry.optional && !entry.devOptional && !required.has(place)) return 'is not marked as optional';
  const wrong = wrongPlatform(name, entry, manifests[place]);
  return wrong.length > 0 ? `has another ${wrong.join(' and ')} than the package` : undefined;
}

/**
 * Each optional package that one asks for and that the lock file does not describe as it is.
 * @param manifests of what is installed, by its place
 */
export function gapsIn(packages, manifests) {
  const required = requiredIn(packages);
  return asksIn(packages, manifests)
    .map((ask) => ({ ...ask, fault: faultOf(ask, packages, manifests, required) }))
    .filter(({ fault }) => fault !== undefined);
}

/** Optional packages of which the lock file may say less than a registry: no hash, or for Linux without its C library. */
export const thinIn = (packages, manifests) =>
  asksIn(packages, manifests).filter(({ place }) => {
    const { integrity, os, libc } = packages[place] ?? {};
    return place !== undefined && (integrity === undefined || (os?.includes('linux') && libc === undefined));
  });

/** One line for each entry that names where packages are fetched: that is each machine's own matter. */
export const sourcesIn = (packages) =>
  Object.entries(packages)
    .filter(([, { link, resolved }]) => !link && resolved !== undefined)
    .map(([path]) => `${path} names where it is fetched`);

const isObject = (value) => typeof value === 'object' && !Array.isArray(value);
const LEADING = ['name', 'version', 'integrity', 'dependencies'];

/** In npm's own order: what holds members comes last, and its leading members first. */
const ordered = (entry) =>
  Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => value !== undefined)
      .toSorted(
        ([a, left], [b, right]) =>
          isObject(left) - isObject(right) ||
          LEADING.includes(b) - LEADING.includes(a) ||
          (LEADING.includes(a) ? LEADING.indexOf(a) - LEADING.indexOf(b) : a.localeCompare(b, 'en')),
      ),
  );

/** At the top, unless another version stands there that others ask for: then below the package that asks. */
function placeFor({ from, name, version, place }, packages, manifests) {
  if (place !== undefined && packages[place].version === version) return place;
  const top = `${INSTALLED}${name}`;
  const isAskedFor = asksIn(packages, manifests).some(
    (ask) => ask.place === top && ask.version === packages[top].version,
  );
  const isTaken = packages[top] !== undefined && (isAskedFor || requiredIn(packages).has(top));
  return isTaken && from !== '' ? `${from}/${INSTALLED}${name}` : top;
}

/** npm's marks: for whom it is installed, and that an installation may go without it. */
function marksOf(place, packages, manifests) {
  const askers = asksIn(packages, manifests).filter((ask) => ask.place === place);
  return {
    dev: askers.every(({ from }) => packages[from].dev) || undefined,
    optional: requiredIn(packages).has(place) ? packages[place].optional : true,
  };
}

/**
 * The lock file's packages with the entry of one that was asked for.
 * @param facts what the registry says of it; undefined where it says nothing, and the name has to do
 * @returns undefined where neither does: a version to choose without a registry, or more packages that it needs
 */
export function filled(ask, facts, packages, manifests) {
  const { name, version } = ask;
  const found = facts ?? (EXACT.test(version) ? { version, ...platformIn(name) } : undefined);
  if (found === undefined) return undefined;
  const place = placeFor(ask, packages, manifests);
  const needed = Object.keys(found.dependencies ?? {});
  if (needed.some((other) => placeOf(packages, other, place) === undefined)) return undefined;
  const before = packages[place]?.version === found.version ? packages[place] : {};
  const next = { ...packages, [place]: { ...before, ...found } };
  next[place] = ordered({ ...next[place], ...marksOf(place, next, manifests) });
  return Object.fromEntries(Object.entries(next).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}
