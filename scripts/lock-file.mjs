// Compares package-lock.json with the optional packages that it must describe. Each of these packages is for
// one platform. All functions are pure: they use only the content of the lock file and the manifests of the
// installed packages.

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

/**
 * Returns the path at which a dependency of the package `from` is installed: below that package, or in the
 * nearest folder above. Undefined if the dependency is not installed.
 */
export function placeOf(packages, name, from) {
  const path = `${from === '' ? '' : `${from}/`}${INSTALLED}${name}`;
  if (packages[path] !== undefined) return packages[path].link ? packages[path].resolved : path;
  if (from === '') return undefined;
  return placeOf(packages, name, from.slice(0, Math.max(0, from.lastIndexOf(INSTALLED) - 1)));
}

/** Returns the platform that a package's name implies, in npm's terms; empty if the name implies none. */
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
 * Returns each optional dependency of each package. A declaration in the installed manifest takes precedence
 * over the lock file. Each result also contains the dependency's path in the lock file, if it has one, and
 * the version to request. That is the locked version, unless there is none or the declared range is an exact
 * version.
 */
const requestsIn = (packages, manifests) =>
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

/** Returns the paths of packages that are always installed, even if no optional package is. */
const requiredIn = (packages) =>
  new Set(
    Object.entries(packages).flatMap(([from, { dependencies, link, optional }]) =>
      link || optional ? [] : Object.keys(dependencies ?? {}).map((name) => placeOf(packages, name, from)),
    ),
  );

/**
 * Returns the members of `PLATFORM` whose values in the entry contradict the package's platform. The platform
 * comes from the package's own manifest, or from the package's name if there is no manifest.
 */
function wrongPlatform(name, entry, manifest) {
  const said = manifest ?? platformIn(name);
  return PLATFORM.filter(
    (member) =>
      said[member] !== undefined && [said[member]].flat().join() !== [entry[member] ?? []].flat().join(),
  );
}

function problemOf({ name, version, place }, packages, manifests, required) {
  const entry = packages[place];
  if (entry === undefined) return 'is missing';
  if (entry.version !== version) return `is locked as ${entry.version}`;
  if (!entry.optional && !entry.devOptional && !required.has(place)) return 'is not marked as optional';
  const wrong = wrongPlatform(name, entry, manifests[place]);
  return wrong.length > 0 ? `has another ${wrong.join(' and ')} than the package` : undefined;
}

/**
 * Returns each optional dependency that the lock file lacks or describes wrongly.
 * @param manifests of the installed packages, by their path
 */
export function gapsIn(packages, manifests) {
  const required = requiredIn(packages);
  return requestsIn(packages, manifests)
    .map((ask) => ({ ...ask, problem: problemOf(ask, packages, manifests, required) }))
    .filter(({ problem }) => problem !== undefined);
}

/**
 * Returns the optional packages whose entry in the lock file a registry may be able to complete. These are
 * entries without a hash, and entries for Linux without a C library.
 */
export const incompleteIn = (packages, manifests) =>
  requestsIn(packages, manifests).filter(({ place }) => {
    const { integrity, os, libc } = packages[place] ?? {};
    return place !== undefined && (integrity === undefined || (os?.includes('linux') && libc === undefined));
  });

/**
 * Returns one line for each entry that contains a download address. The lock file must not contain addresses,
 * because each machine chooses its own registry.
 */
export const registriesIn = (packages) =>
  Object.entries(packages)
    .filter(([, { link, resolved }]) => !link && resolved !== undefined)
    .map(([path]) => `${path} names the address from which it is fetched`);

const isObject = (value) => typeof value === 'object' && !Array.isArray(value);
const LEADING = ['name', 'version', 'integrity', 'dependencies'];

/**
 * Sorts an entry's members in npm's own order: the members in `LEADING` come first, and members that are
 * objects come last.
 */
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

/**
 * Returns the path at which to enter a package. This is the top level, unless other packages need another
 * version there. In that case it is below the package that requests the dependency.
 */
function placeFor({ from, name, version, place }, packages, manifests) {
  if (place !== undefined && packages[place].version === version) return place;
  const top = `${INSTALLED}${name}`;
  const isAskedFor = requestsIn(packages, manifests).some(
    (ask) => ask.place === top && ask.version === packages[top].version,
  );
  const isTaken = packages[top] !== undefined && (isAskedFor || requiredIn(packages).has(top));
  return isTaken && from !== '' ? `${from}/${INSTALLED}${name}` : top;
}

/**
 * Returns npm's flags: `dev` if only development packages request the package, and `optional` if it need not
 * be installed.
 */
function flagsOf(place, packages, manifests) {
  const askers = requestsIn(packages, manifests).filter((ask) => ask.place === place);
  return {
    dev: askers.every(({ from }) => packages[from].dev) || undefined,
    optional: requiredIn(packages).has(place) ? packages[place].optional : true,
  };
}

/**
 * Returns the lock file's packages with one more entry, for the requested package.
 * @param facts the registry's metadata; undefined if the registry has none, in which case the package's name
 * determines the platform
 * @returns undefined if the version cannot be chosen without a registry, or if the package needs other
 * packages that are not locked
 */
export function withEntry(ask, facts, packages, manifests) {
  const { name, version } = ask;
  const found = facts ?? (EXACT.test(version) ? { version, ...platformIn(name) } : undefined);
  if (found === undefined) return undefined;
  const place = placeFor(ask, packages, manifests);
  const needed = Object.keys(found.dependencies ?? {});
  if (needed.some((other) => placeOf(packages, other, place) === undefined)) return undefined;
  const before = packages[place]?.version === found.version ? packages[place] : {};
  const next = { ...packages, [place]: { ...before, ...found } };
  next[place] = ordered({ ...next[place], ...flagsOf(place, next, manifests) });
  return Object.fromEntries(Object.entries(next).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}
