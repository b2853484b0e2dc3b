import { existsSync, readFileSync } from 'node:fs';

/** Build metadata of semantic versioning, behind a `+`: https://semver.org, 10. */
const BUILD_METADATA = /^[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*$/;

/**
 * Folder of the compiled modules, or of their sources: the folder above this one that is beside package.json.
 */
function folderOfModules(): URL {
  let folder = new URL('./', import.meta.url);
  while (folder.pathname !== '/' && !existsSync(new URL('../package.json', folder)))
    folder = new URL('../', folder);
  return folder;
}

/**
 * Version of this release: that of package.json, with the commit that it was built from if the build knew one
 * (scripts/built-from.mjs), as in `0.1.0+29e22db1`.
 * @param built folder of the compiled modules, beside package.json
 */
export function versionOfThisRelease(built = folderOfModules()): string {
  const manifest = readFileSync(new URL('../package.json', built), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const note = new URL('commit', built);
  const commit = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  return BUILD_METADATA.test(commit) ? `${version}+${commit}` : version;
}
