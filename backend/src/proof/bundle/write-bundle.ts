import { createHash } from 'node:crypto';
import {
  AGREEMENT,
  BUNDLE_BYTES_MAX,
  BUNDLE_FORMAT,
  type BundleContent,
  type BundledEvent,
  type BundleFile,
  CERTIFICATES,
  CHECKPOINT,
  DOCUMENT,
  EVENTS,
  KEYS,
  MANIFEST,
  OPENINGS,
  PROOFS,
  README,
  RECEIPTS,
} from './bundle-files.js';
import { FILE_BYTES_MAX } from './bundle-limits.js';
import { pemFile } from './pem-files.js';
import { BUNDLE_README } from './readme.js';
import { fileOf } from './spelling.js';
import { zipped } from './zip-layout.js';

/** Thrown if the bundle would exceed the size that verifiers accept. */
export class BundleTooLarge extends Error {
  override readonly name = 'BundleTooLarge';
}

/** Upper bound for the size of all headers and the manifest together, in bytes. */
const OVERHEAD_BYTES = 5_000;

const lineOf = ({ stream, revision, id, type, data, metadata }: BundledEvent): Buffer =>
  fileOf({
    stream,
    revision,
    id,
    type,
    data: data.toString('base64'),
    metadata: metadata.toString('base64'),
  });

/**
 * Packs the evidence of one stream into a ZIP (rule:evidence-bundle). Equal content always gives equal bytes,
 * and the bytes do not reveal when the bundle was written. Pure.
 * @throws BundleTooLarge
 */
export function writeBundle(content: BundleContent): Buffer {
  const { stream, events, openings, agreement, document, receipts, proofs, keys, certificates } = content;
  const { checkpoint, consistency } = content;
  const given = (name: string, bytes: Buffer | undefined): BundleFile[] =>
    bytes === undefined ? [] : [{ name, bytes }];
  const files: readonly BundleFile[] = [
    { name: EVENTS, bytes: Buffer.concat(events.map(lineOf)) },
    { name: OPENINGS, bytes: fileOf(openings) },
    ...given(AGREEMENT, agreement),
    ...given(DOCUMENT, document),
    { name: RECEIPTS, bytes: fileOf(receipts) },
    { name: PROOFS, bytes: fileOf(proofs) },
    { name: CHECKPOINT, bytes: fileOf({ checkpoint, consistency }) },
    { name: KEYS, bytes: fileOf(keys) },
    { name: CERTIFICATES, bytes: pemFile(certificates) },
    { name: README, bytes: Buffer.from(BUNDLE_README) },
  ];
  for (const { name, bytes } of files)
    if (bytes.length > (FILE_BYTES_MAX.get(name) ?? Infinity))
      throw new BundleTooLarge(`${name} of ${bytes.length} bytes`);
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, OVERHEAD_BYTES);
  if (size > BUNDLE_BYTES_MAX) throw new BundleTooLarge(`a bundle of ${size} bytes`);
  return zipped([{ name: MANIFEST, bytes: manifestOf(stream, files) }, ...files]);
}

const manifestOf = (stream: string, files: readonly BundleFile[]): Buffer =>
  fileOf({ format: BUNDLE_FORMAT, stream, files: files.map(listed) });

/** Returns the manifest's entry for a file. */
export const listed = ({ name, bytes }: BundleFile): { name: string; sha256: string; size: number } => ({
  name,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
});
