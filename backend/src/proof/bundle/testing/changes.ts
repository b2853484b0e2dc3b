import { canonicalJson } from '../../../platform/crypto/canonical-json.js';
import { type BundleFile, EVENTS, MANIFEST } from '../bundle-files.js';
import { readZip } from '../read-zip.js';
import { fileOf } from '../spelling.js';
import { listed } from '../write-bundle.js';
import { CENTRAL_BYTES, zipped } from '../zip-layout.js';

/**
 * Applies changes to a bundle. docs/verifier/README.md defines the form of the changes, so that the tests of
 * both verifiers can apply the same changes.
 */

type Step = string | number;
export type FileChange =
  | { readonly drop: string }
  | { readonly add: string; readonly text: string; readonly before: string | null }
  | { readonly rename: string; readonly to: string }
  | { readonly order: readonly string[] }
  | { readonly file: string; readonly find: string; readonly put: string }
  | { readonly file: string; readonly lines: readonly number[] }
  | { readonly file: string; readonly line: number; readonly put: string }
  | {
      readonly file: string;
      readonly before: string;
      readonly repeat: string;
      readonly times: number;
      readonly behind: string;
    }
  | {
      readonly file: string;
      readonly line?: number;
      readonly path: readonly Step[];
      readonly value?: unknown;
    }
  | {
      readonly event: number;
      readonly part: 'data' | 'metadata';
      readonly find: string;
      readonly put: string;
    };
export type ByteChange =
  | { readonly at: number; readonly delete: number | null; readonly insert: string }
  | {
      readonly header: 'local' | 'central';
      readonly file: number;
      readonly field: number;
      readonly insert: string;
    };
export type Change = FileChange | ByteChange;

const isOfBytes = (change: Change): change is ByteChange => 'at' in change || 'header' in change;

/** @throws Error if a change cannot be applied */
export function changedBundle(
  zip: Buffer,
  changes: readonly Change[],
  manifest: 'made anew' | 'kept' = 'made anew',
): Buffer {
  const ofFiles = changes.filter((change): change is FileChange => !isOfBytes(change));
  const ofBytes = changes.filter(isOfBytes);
  const packed = ofFiles.length === 0 ? zip : repacked(zip, ofFiles, manifest);
  return ofBytes.reduce(changedBytes, packed);
}

function repacked(zip: Buffer, changes: readonly FileChange[], manifest: 'made anew' | 'kept'): Buffer {
  const files = changes.reduce(changedFiles, readZip(zip));
  return zipped(manifest === 'kept' ? files : withManifest(files));
}

function withManifest(files: readonly BundleFile[]): readonly BundleFile[] {
  const others = files.filter(({ name }) => name !== MANIFEST);
  return files.map((file) => {
    if (file.name !== MANIFEST) return file;
    const listing = objectIn(file.bytes);
    return listing === undefined
      ? file
      : { name: MANIFEST, bytes: fileOf({ ...listing, files: others.map(listed) }) };
  });
}

function objectIn(bytes: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function changedFiles(files: readonly BundleFile[], change: FileChange): BundleFile[] {
  if ('drop' in change) return files.filter(({ name }) => name !== change.drop);
  if ('add' in change) {
    const place = files.findIndex(({ name }) => name === change.before);
    const added = { name: change.add, bytes: Buffer.from(change.text) };
    return place < 0 ? [...files, added] : files.toSpliced(place, 0, added);
  }
  if ('rename' in change)
    return files.map(({ name, bytes }) => ({ name: name === change.rename ? change.to : name, bytes }));
  if ('order' in change)
    return change.order.map((name) => files.find((file) => file.name === name) ?? missing(name));
  const wanted = 'event' in change ? EVENTS : change.file;
  if (!files.some(({ name }) => name === wanted)) missing(wanted);
  return files.map(({ name, bytes }) => ({
    name,
    bytes: name === wanted ? changedContent(bytes, change) : bytes,
  }));
}

function missing(what: string): never {
  throw new Error(`there is no ${what}`);
}

type ContentChange = Exclude<
  FileChange,
  | { readonly drop: string }
  | { readonly add: string }
  | { readonly rename: string }
  | { readonly order: readonly string[] }
>;

function changedContent(bytes: Buffer, change: ContentChange): Buffer {
  if ('event' in change)
    return changedLine(bytes, change.event, (line) => {
      const event = JSON.parse(line) as Record<string, string>;
      const stored = Buffer.from(event[change.part] ?? '', 'base64');
      return canonicalJson({ ...event, [change.part]: replaced(stored, change).toString('base64') });
    });
  if ('find' in change) return replaced(bytes, change);
  if ('repeat' in change)
    return Buffer.from(`${change.before}${change.repeat.repeat(change.times)}${change.behind}`);
  if ('lines' in change) {
    const lines = linesOf(bytes);
    return Buffer.from(change.lines.map((n) => `${lines[n] ?? missing(`line ${n}`)}\n`).join(''));
  }
  if ('path' in change) {
    const put = (text: string): string => canonicalJson(changedValue(JSON.parse(text), change.path, change));
    const { line } = change;
    return line === undefined
      ? Buffer.from(`${put(bytes.toString('utf8'))}\n`)
      : changedLine(bytes, line, put);
  }
  return changedLine(bytes, change.line, () => change.put);
}

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n').slice(0, -1);

function changedLine(bytes: Buffer, n: number, change: (line: string) => string): Buffer {
  const lines = linesOf(bytes);
  return Buffer.from(
    lines
      .with(n, change(lines[n] ?? missing(`line ${n}`)))
      .map((line) => `${line}\n`)
      .join(''),
  );
}

function replaced(bytes: Buffer, { find, put }: { readonly find: string; readonly put: string }): Buffer {
  const at = bytes.indexOf(find);
  if (at < 0) missing(`place of ${find}`);
  const behind = bytes.subarray(at + Buffer.byteLength(find));
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(put), behind]);
}

function changedValue(value: unknown, path: readonly Step[], change: { readonly value?: unknown }): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change.value;
  const isGone = rest.length === 0 && !('value' in change);
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const n = Number(step);
    return isGone ? items.toSpliced(n, 1) : items.toSpliced(n, 1, changedValue(items[n], rest, change));
  }
  const members = value as Readonly<Record<string, unknown>>;
  if (!isGone) return { ...members, [step]: changedValue(members[step], rest, change) };
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step));
}

function changedBytes(zip: Buffer, change: ByteChange): Buffer {
  if ('header' in change) {
    const insert = Buffer.from(change.insert, 'hex');
    const at = headerAt(zip, change) + change.field;
    return Buffer.concat([zip.subarray(0, at), insert, zip.subarray(at + insert.length)]);
  }
  const at = change.at < 0 ? zip.length + change.at : change.at;
  const behind = change.delete === null ? Buffer.alloc(0) : zip.subarray(at + change.delete);
  return Buffer.concat([zip.subarray(0, at), Buffer.from(change.insert, 'hex'), behind]);
}

function headerAt(
  zip: Buffer,
  { header, file }: { readonly header: 'local' | 'central'; readonly file: number },
): number {
  let at = zip.readUInt32LE(zip.length - 6);
  for (let n = 0; n < file; n += 1)
    at += [28, 30, 32].reduce((sum, field) => sum + zip.readUInt16LE(at + field), CENTRAL_BYTES);
  return header === 'central' ? at : zip.readUInt32LE(at + 42);
}
