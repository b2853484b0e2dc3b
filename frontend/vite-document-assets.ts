import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Assets, Entry } from './src/documents/assets.js';

const MODULE = 'virtual:assets';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** Text files that each entry loads for its first view, in addition to its imports. */
const FIRST_TEXTS: Readonly<Record<Exclude<Entry, 'document'>, readonly string[]>> = {
  wizard: ['common.json', 'wizard.texts.ts'],
  signing: ['common.json', 'signing-page.json'],
  check: ['common.json', 'verification.json'],
  admin: ['common.json', 'admin.json'],
};
/**
 * Sources that the wizard loads for an existing agreement. They belong to the step at which most people
 * arrive.
 */
const LATER = { steps: 'src/features/signing/signing-step.tsx', texts: 'finish.texts.ts' };
/** The upright Latin fonts of both font families. */
const FONTS = ['brygada-1918-latin-wght-normal', 'source-sans-3-latin-wght-normal'];

const address = (file: string): string => `/${file}`;

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`The build has no ${name}.`);
  return chunk;
}

/** Returns the chunk and all chunks that it imports, directly or indirectly, each once. */
function imported(manifest: Manifest, name: string, seen = new Set<string>()): Chunk[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const chunk = chunkOf(manifest, name);
  return [...(chunk.imports ?? []).flatMap((other) => imported(manifest, other, seen)), chunk];
}

function assetsOf(manifest: Manifest, entry: Entry, language: string): Assets {
  const source = entry === 'document' ? 'src/entries/site.ts' : `src/entries/${entry}.tsx`;
  const chunks = imported(manifest, source);
  const own = chunkOf(manifest, source);
  const texts =
    entry === 'document'
      ? []
      : FIRST_TEXTS[entry].map((name) => chunkOf(manifest, `src/locales/${language}/${name}`).file);
  return {
    head: address(chunkOf(manifest, 'src/entries/head.ts').file),
    script: address(own.file),
    styles: [address(chunkOf(manifest, `src/styles/entries/${entry}.css`).file)],
    fonts: FONTS.map((font) => {
      const found = Object.values(manifest).find(({ file }) => file.includes(`${font}-`));
      if (found === undefined) throw new Error(`The build has no font ${font}.`);
      return address(found.file);
    }),
    ...(entry === 'document' ? { prefetch: prefetch(manifest, language) } : {}),
    ...(entry === 'wizard' ? { later: later(manifest, chunks, language) } : {}),
    preloads: [...chunks.filter((chunk) => chunk !== own).map(({ file }) => file), ...texts].map(address),
  };
}

function later(manifest: Manifest, first: readonly Chunk[], language: string): string[] {
  const texts = chunkOf(manifest, `src/locales/${language}/${LATER.texts}`);
  return [...imported(manifest, LATER.steps), texts]
    .filter((chunk) => !first.includes(chunk))
    .map(({ file }) => address(file));
}

function prefetch(manifest: Manifest, language: string): string[] {
  const { script, styles, preloads } = assetsOf(manifest, 'wizard', language);
  return [...styles, script, ...preloads];
}

const ENTRIES: readonly Entry[] = ['document', 'wizard', 'signing', 'check', 'admin'];

/**
 * Gives the addresses of scripts, styles and fonts to the bundle that renders documents. The files for
 * browsers are built before this bundle.
 */
export const documentAssets = (client: string): Plugin => ({
  name: 'document-assets',
  resolveId: { filter: { id: new RegExp(`^${MODULE}$`) }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: new RegExp(`^\0${MODULE}$`) },
    handler() {
      const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
      const all = Object.fromEntries(
        ENTRIES.map((entry) => [
          entry,
          Object.fromEntries(['de', 'en'].map((language) => [language, assetsOf(manifest, entry, language)])),
        ]),
      );
      return `export const ASSETS = ${JSON.stringify(all)};`;
    },
  },
});
