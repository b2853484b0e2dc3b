import { readFileSync } from 'node:fs';

/** Of this release, as package.json has it. */
export function versionOfThisRelease(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
