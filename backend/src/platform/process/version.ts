import { existsSync, readFileSync } from 'node:fs';

/** Build metadata in semantic versioning, which follow a `+` (https://semver.org, section 10). */
const BUILD_METADATA = /^[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*$/;

/**
 * Returns the folder of the compiled modules, or of their sources. It is the folder above this file that has
 * package.json beside it.
 */
function folderOfModules(): URL {
  let folder = new URL('./', import.meta.url);
  while (folder.pathname !== '/' && !existsSync(new URL('../package.json', folder)))
    folder = new URL('../', folder);
  return folder;
}

/**
 * Returns the version of this release, as in `0.1.0+29e22db1`. It consists of the version in package.json and
 * the commit from which the release was built. The commit is left out if the build did not know it
 * (scripts/built-from.mjs).
 * @param built the folder of the compiled modules, which is beside package.json
 */
export function versionOfThisRelease(built = folderOfModules()): string {
  const manifest = readFileSync(new URL('../package.json', built), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const note = new URL('commit', built);
  const commit = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  return BUILD_METADATA.test(commit) ? `${version}+${commit}` : version;
}
