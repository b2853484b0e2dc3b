import { createHash } from 'node:crypto';
import { isRecord, parsed } from '@siegel/contracts/evidence/reading';
import { isWithinBounds } from '../../platform/bytes/json-bounds.js';
import {
  AGREEMENT,
  BUNDLE_EVENTS_MAX,
  BUNDLE_FILES,
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
  OPENING_PARTS,
  OPENINGS,
  PROOFS,
  README,
  RECEIPTS,
  refuse,
  SHUT_STATES,
} from './bundle-files.js';
import { FILE_VALUES, LINE_VALUES } from './bundle-limits.js';
import { certificatesIn } from './pem-files.js';
import { BUNDLE_README } from './readme.js';
import {
  canonicalIn,
  either,
  type Guard,
  isBase64,
  isCheckpointName,
  isCount,
  isHash,
  isKeyId,
  isNull,
  isOneOf,
  isStream,
  isText,
  isTime,
  isUuid,
  linesOf,
  listOf,
  objectOf,
  textIn,
} from './spelling.js';

/** Bytes. */
const MANIFEST_BYTES_MAX = 10_000;

const isManifest = objectOf({
  files: listOf(objectOf({ name: isText, sha256: isHash, size: isCount })),
  format: isOneOf([BUNDLE_FORMAT]),
  stream: isStream,
});
const isEvent = objectOf({
  data: isBase64(),
  id: isUuid,
  metadata: isBase64(),
  revision: isCount,
  stream: isText,
  type: isText,
});
const place = { part: isOneOf(OPENING_PARTS), revision: isCount };
const areOpenings = listOf(
  either(
    objectOf({ ...place, salt: isBase64(32), state: isOneOf<'opened'>(['opened']), text: isText }),
    objectOf({ ...place, state: isOneOf(SHUT_STATES) }),
  ),
);
const isSignature = isBase64(64);
const areReceipts = listOf(
  objectOf({
    at: isTime,
    eventHash: isHash,
    keyId: isKeyId,
    lastCheckpoint: either(isNull, isCheckpointName),
    revision: isCount,
    signature: isSignature,
    stream: isText,
  }),
);
const areProofs = listOf(objectOf({ index: isCount, proof: listOf(isHash) }));
const isCheckpoint = objectOf({
  checkpoint: objectOf({ at: isTime, keyId: isKeyId, root: isHash, signature: isSignature, size: isCount }),
  consistency: listOf(objectOf({ checkpoint: isCheckpointName, proof: listOf(isHash) })),
});
const areKeys = listOf(objectOf({ keyId: isKeyId, publicKey: isBase64(32) }));

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Parses the files of a bundle. Refuses each file that is not in its only valid spelling. Pure. @throws
 * BundleFault
 */
export function readBundle(files: readonly BundleFile[]): BundleContent {
  const all = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const bytesOf = (name: string): Buffer => all.get(name) ?? refuse('missing_file', name);
  const stream = checkManifest(bytesOf(MANIFEST), files.slice(1));
  if (sha256(bytesOf(README)) !== sha256(Buffer.from(BUNDLE_README))) refuse('readme_wrong', README);
  const read = <Value>(name: string, isRight: Guard<Value>): Value => {
    const [bytes, bounds] = [bytesOf(name), FILE_VALUES.get(name)];
    if (bounds !== undefined && !isWithinBounds(bytes, bounds)) refuse('too_many_values', name);
    const value = canonicalIn(bytes);
    return isRight(value) ? value : refuse('unreadable', name);
  };
  const events = eventsIn(bytesOf(EVENTS));
  const openings = read(OPENINGS, areOpenings);
  const receipts = read(RECEIPTS, areReceipts);
  const proofs = read(PROOFS, areProofs);
  const { checkpoint, consistency } = read(CHECKPOINT, isCheckpoint);
  const keys = read(KEYS, areKeys);
  const certificates = certificatesIn(bytesOf(CERTIFICATES)) ?? refuse('unreadable', CERTIFICATES);
  return {
    stream,
    events,
    openings,
    agreement: all.get(AGREEMENT),
    document: all.get(DOCUMENT),
    receipts,
    proofs,
    checkpoint,
    consistency,
    keys,
    certificates,
  };
}

/** Checks that the manifest names exactly these files. @returns the stream of the bundle */
function checkManifest(bytes: Buffer, others: readonly BundleFile[]): string {
  if (bytes.length > MANIFEST_BYTES_MAX) refuse('unreadable', MANIFEST);
  const text = textIn(bytes);
  const claimed = text === undefined ? undefined : parsed(text);
  const format = isRecord(claimed) ? claimed['format'] : undefined;
  if (typeof format === 'string' && format !== BUNDLE_FORMAT) refuse('unknown_format', MANIFEST);
  const manifest = canonicalIn(bytes);
  if (!isManifest(manifest)) refuse('unreadable', MANIFEST);
  const named = manifest.files.map(({ name }) => name);
  const there = others.map(({ name }) => name);
  for (const name of there) if (!named.includes(name)) refuse('extra_file', name);
  for (const name of named)
    if (name !== MANIFEST && !there.includes(name))
      // The fault repeats a file name only if the bundle format defines this file, because any other name may
      // be hostile text.
      refuse('missing_file', BUNDLE_FILES.includes(name) ? name : null);
  if (named.length !== there.length || named.some((name, n) => name !== there[n]))
    refuse('unreadable', MANIFEST);
  for (const [n, { name, sha256: hash, size }] of manifest.files.entries()) {
    const file = others[n]?.bytes ?? refuse('missing_file', name);
    if (file.length !== size || sha256(file) !== hash) refuse('file_changed', name);
  }
  return manifest.stream;
}

/** Parses the lines of the events. Refuses a file with too many lines before it parses any line. */
function eventsIn(bytes: Buffer): BundledEvent[] {
  const lines = linesOf(bytes, BUNDLE_EVENTS_MAX + 1);
  if (lines.length > BUNDLE_EVENTS_MAX) refuse('too_many_events', EVENTS);
  return lines.map((line, n) => {
    const event = isWithinBounds(line, LINE_VALUES) ? canonicalIn(line) : undefined;
    if (!isEvent(event)) return refuse('unreadable', EVENTS, n);
    const [data, metadata] = [Buffer.from(event.data, 'base64'), Buffer.from(event.metadata, 'base64')];
    return { ...event, data, metadata };
  });
}
