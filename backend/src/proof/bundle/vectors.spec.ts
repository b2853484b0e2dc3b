import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_KINDS } from '@siegel/contracts/verification/bundle-kinds';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import { verifyDocument } from '../../verification/verify-document.js';
import {
  BUNDLE_BYTES_MAX,
  BUNDLE_EVENTS_MAX,
  BUNDLE_FILES,
  BUNDLE_FORMAT,
  DOCUMENT,
  EVENTS,
} from './bundle-files.js';
import { FILE_BYTES_MAX, FILE_VALUES, LINE_VALUES } from './bundle-limits.js';
import { certificatesIn } from './pem-files.js';
import { BUNDLE_README } from './readme.js';
import { readZip } from './read-zip.js';
import { changedBundle } from './testing/changes.js';
import type { Vector } from './testing/vector.js';
import { VECTORS, vectorFiles } from './testing/vectors.js';
import { type BundleTrust, verifyBundle } from './verify-bundle.js';

const DOCS = join(__dirname, '../../../../docs');
const FOLDER = join(DOCS, 'verifier/vectors');
const kept = (name: string): Buffer => readFileSync(join(FOLDER, name));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The vectors that test both verifiers. */
const KEPT = JSON.parse(kept('vectors.json').toString('utf8')) as readonly Vector[];
const KEYS = JSON.parse(kept('keys.json').toString('utf8')) as PublicKeyRecord[];
const FINGERPRINTS = new Set((certificatesIn(kept('certificates.pem')) ?? []).map((der) => sha256(der)));

const trustOf = ({ keys, certificates }: Vector): BundleTrust => ({
  keys: keys ? KEYS : undefined,
  certificates: certificates ? FINGERPRINTS : undefined,
});

describe('the vectors of the bundle', () => {
  it('match the committed files byte for byte', () => {
    const made = vectorFiles();
    expect(readdirSync(FOLDER).toSorted()).toEqual([...made.keys()].toSorted());
    for (const [name, bytes] of made) expect([name, bytes.equals(kept(name))]).toEqual([name, true]);
  });

  it('have a unique name each, and cover every kind but one: the too large file cannot be committed', () => {
    expect(new Set(VECTORS.map(({ name }) => name)).size).toBe(VECTORS.length);
    const tried = new Set(VECTORS.flatMap(({ expected: { kind } }) => kind ?? []));
    const missing = Object.keys(BUNDLE_KINDS).filter((kind) => !tried.has(kind as keyof typeof BUNDLE_KINDS));
    expect(missing).toEqual(['too_large']);
  });

  it.each(KEPT.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const file = changedBundle(kept(vector.bundle), vector.changes, vector.manifest);
    const { verdict, kind, at } = verifyBundle(file, trustOf(vector));
    expect({ verdict, kind, at }).toEqual(vector.expected);
  });

  it.each(
    KEPT.filter(({ document }) => document !== undefined).map((vector) => [vector.name, vector] as const),
  )('the document in it: %s', async (_, { bundle, changes, manifest, document }) => {
    const files = readZip(changedBundle(kept(bundle), changes, manifest));
    const pdf = files.find(({ name }) => name === DOCUMENT)?.bytes ?? Buffer.alloc(0);
    const trust = { fingerprints: FINGERPRINTS, timestampRoots: [] };
    const parts = { trust: async () => trust, record: undefined, now: () => new Date() };
    expect((await verifyDocument(pdf, parts)).verdict).toBe(document);
  });

  it('do not include a file larger than any bundle, which a verifier refuses without reading', () => {
    const large = Buffer.alloc(BUNDLE_BYTES_MAX + 1);
    expect(verifyBundle(large, { keys: KEYS, certificates: undefined })).toMatchObject({
      verdict: 'unknown',
      kind: 'too_large',
      at: null,
    });
  });
});

/** Returns the maximum number of values of a file, in the notation of docs/verification.md. */
function wordsFor(name: string): string {
  const written = (number: number | undefined): string => number?.toLocaleString('en') ?? '';
  if (name !== EVENTS) return written(FILE_VALUES.get(name)?.values);
  return `${written(BUNDLE_EVENTS_MAX)} lines, each with ${LINE_VALUES.values}`;
}

describe('the page of the bundle', () => {
  const page = readFileSync(join(DOCS, 'verification.md'), 'utf8');
  const [, chapter = ''] = page.split('\n## The bundle\n');
  const [, table = ''] = chapter.split('\n### Kinds\n');

  it('names every kind with its verdict, and no other', () => {
    const named = [...table.matchAll(/^\| (`.+`) \| `(unknown|broken)` \|/gm)].flatMap(
      ([, kinds = '', verdict]) => [...kinds.matchAll(/`(\w+)`/g)].map(([, kind]) => [kind, verdict]),
    );
    const ours = Object.entries(BUNDLE_KINDS).map(([kind, { verdict }]) => [kind, verdict]);
    expect(named.toSorted()).toEqual(ours.toSorted());
  });

  it('names the limits of each file', () => {
    const [, limits = ''] = chapter.split('| File | Bytes | Values |\n|---|--:|--:|\n');
    const rows = limits.slice(0, limits.indexOf('\n\n')).matchAll(/^\| `([^`]+)` \| ([\d,]+) \| ?(.*) \|$/gm);
    const number = (text = ''): number => Number(text.replaceAll(',', ''));
    expect([...rows].map(([, name, bytes, values]) => [name, number(bytes), values])).toEqual(
      [...FILE_BYTES_MAX].map(([name, bytes]) => [name, bytes, wordsFor(name)]),
    );
  });

  it('names the format, the files in their order, and the hash of the README', () => {
    expect(chapter).toContain(`"format":"${BUNDLE_FORMAT}"`);
    const [, files = ''] = chapter.split('| File | There | What it is |\n');
    const rows = files.slice(0, files.indexOf('\n\n')).matchAll(/^\| `([^`]+)` \|/gm);
    expect([...rows].map(([, name]) => name)).toEqual(BUNDLE_FILES);
    expect(chapter).toContain(`\`\`\`example bundle-readme\n${sha256(Buffer.from(BUNDLE_README))}\n\`\`\``);
  });
});
