import { crc32 } from 'node:zlib';
import {
  BUNDLE_BYTES_MAX,
  BUNDLE_FILES,
  type BundleFile,
  MANIFEST,
  refuse,
  OPTIONAL_FILES,
} from './bundle-files.js';
import { FILE_BYTES_MAX } from './bundle-limits.js';
import { type ByteSource, lastPlaceOf, sourceOf } from './byte-source.js';
import {
  CENTRAL_BYTES,
  CENTRAL_SIGNATURE,
  centralHeader,
  END_BYTES,
  END_SIGNATURE,
  LOCAL_BYTES,
  LOCAL_SIGNATURE,
  localHeader,
  ZIP64_LOCATOR,
  type ZipEntry,
} from './zip-layout.js';

/**
 * Maximum number of files in the archive. This limit is far above the number of files in a bundle. If an
 * archive has a few unknown files, the fault therefore names the first unknown file and is not
 * `too_many_files`.
 */
const FILES_MAX = 64;
const ALL_ONES_16 = 0xffff;
const ALL_ONES_32 = 0xffffffff;
/** ZIP flags of an entry that is encrypted, is strongly encrypted, or has hidden headers. */
const ENCRYPTED = 0x2041;
const DATA_DESCRIPTOR = 0x0008;
/** Matches plain file names only. Paths, folders and hidden files do not match. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,31}$/;

/**
 * Reads the files of a bundle. Applies the checks of docs/verification.md, in the order given there. Reads no
 * content until the sizes in all headers are known to be permitted.
 * @throws BundleFault
 */
export function readZip(bytes: Buffer | ByteSource): BundleFile[] {
  const zip = sourceOf(bytes);
  if (zip.length > BUNDLE_BYTES_MAX) refuse('too_large');
  if (!beginsAsBundle(zip.read(0, Math.min(zip.length, BEGIN_BYTES)))) refuse('not_a_bundle');
  const end = endOf(zip);
  const headers = centralHeaders(zip, end);
  for (const header of headers) checkSize(header);
  const reader = new EntryReader(zip, end.offset);
  const files = headers.map((header) => reader.read(header));
  if (reader.reached !== end.offset) refuse('hidden_bytes');
  const names = new Set(files.map(({ name }) => name));
  for (const name of BUNDLE_FILES)
    if (!OPTIONAL_FILES.includes(name) && !names.has(name)) refuse('missing_file', name);
  return files;
}

/** Length of the first local header in bytes. Every bundle begins with this header. */
const BEGIN_BYTES = LOCAL_BYTES + MANIFEST.length;

/**
 * True if the bytes begin with a ZIP entry named `manifest.json`, which is the first file of every bundle.
 */
export const beginsAsBundle = (bytes: Buffer): boolean =>
  bytes.length >= BEGIN_BYTES &&
  bytes.readUInt32LE(0) === LOCAL_SIGNATURE &&
  bytes.readUInt16LE(26) === MANIFEST.length &&
  bytes.toString('latin1', LOCAL_BYTES, BEGIN_BYTES) === MANIFEST;

const nameIn = (header: Buffer): string =>
  header.toString('latin1', CENTRAL_BYTES, CENTRAL_BYTES + header.readUInt16LE(28));
const sizeIn = (header: Buffer): number => header.readUInt32LE(24);

function checkSize(header: Buffer): void {
  const name = nameIn(header);
  if (sizeIn(header) > (FILE_BYTES_MAX.get(name) ?? Infinity)) refuse('file_too_large', name);
}

interface ZipEnd {
  /** Offset of the end record. */
  readonly at: number;
  readonly count: number;
  /** Offset of the central headers. */
  readonly offset: number;
}

function endOf(zip: ByteSource): ZipEnd {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END_SIGNATURE);
  const at = lastPlaceOf(signature, zip);
  if (at < 0 || at + END_BYTES > zip.length) refuse('cut_off');
  if (at + END_BYTES < zip.length) refuse('trailing_bytes');
  const record = zip.read(at, zip.length);
  const u16 = (field: number): number => record.readUInt16LE(field);
  const u32 = (field: number): number => record.readUInt32LE(field);
  const [disk, diskOfDirectory, onDisk, count] = [u16(4), u16(6), u16(8), u16(10)];
  const [size, offset, comment] = [u32(12), u32(16), u16(20)];
  const isZip64 =
    (at >= 20 && zip.read(at - 20, at).readUInt32LE(0) === ZIP64_LOCATOR) ||
    [disk, diskOfDirectory, onDisk, count].includes(ALL_ONES_16) ||
    [size, offset].includes(ALL_ONES_32);
  if (isZip64) refuse('zip64');
  const isWhole = disk === 0 && diskOfDirectory === 0 && onDisk === count && count > 0 && comment === 0;
  if (!isWhole || offset + size !== at) refuse('zip_broken');
  if (count > FILES_MAX) refuse('too_many_files');
  return { at, count, offset };
}

/**
 * Returns the bytes of each central header. The headers must fill the space between the files and the end
 * record completely.
 */
function centralHeaders(zip: ByteSource, { at, count, offset }: ZipEnd): Buffer[] {
  const headers: Buffer[] = [];
  let place = offset;
  for (let n = 0; n < count; n += 1) {
    if (place + CENTRAL_BYTES > at) refuse('zip_broken');
    const fixed = zip.read(place, place + CENTRAL_BYTES);
    if (fixed.readUInt32LE(0) !== CENTRAL_SIGNATURE) refuse('zip_broken');
    const lengths = [28, 30, 32].map((field) => fixed.readUInt16LE(field));
    const next = lengths.reduce((sum, length) => sum + length, place + CENTRAL_BYTES);
    if (next > at) refuse('zip_broken');
    headers.push(zip.read(place, next));
    place = next;
  }
  if (place !== at) refuse('zip_broken');
  return headers;
}

/** Reads the files one after another. Checks that each file begins where the previous file ended. */
class EntryReader {
  reached = 0;
  private readonly seen = new Set<string>();
  private last = -1;

  constructor(
    private readonly zip: ByteSource,
    /** Offset at which the files end. */
    private readonly limit: number,
  ) {}

  read(header: Buffer): BundleFile {
    const name = nameIn(header);
    if (!NAME.test(name)) refuse('bad_name');
    this.checkFeatures(header, name);
    this.checkName(name);
    const [size, offset] = [sizeIn(header), header.readUInt32LE(42)];
    if (offset < this.reached) refuse('overlapping', name);
    if (offset > this.reached) refuse('hidden_bytes', name);
    const begin = offset + LOCAL_BYTES + name.length;
    if (begin + size > this.limit) refuse('overlapping', name);
    this.reached = begin + size;
    const entry = { name, crc: header.readUInt32LE(16), size, offset };
    return { name, bytes: this.content(entry, header, begin) };
  }

  private checkFeatures(header: Buffer, name: string): void {
    const flags = header.readUInt16LE(8);
    if ((flags & ENCRYPTED) !== 0) refuse('encrypted', name);
    if ((flags & DATA_DESCRIPTOR) !== 0) refuse('data_descriptor', name);
    if (header.readUInt16LE(10) !== 0) refuse('compressed', name);
    const extra = header.subarray(CENTRAL_BYTES + name.length).subarray(0, header.readUInt16LE(30));
    const isZip64 =
      [20, 24, 42].some((field) => header.readUInt32LE(field) === ALL_ONES_32) ||
      (extra.length >= 2 && extra.readUInt16LE(0) === 1);
    if (isZip64) refuse('zip64', name);
  }

  private checkName(name: string): void {
    if (this.seen.has(name)) refuse('duplicate_file', name);
    this.seen.add(name);
    const place = BUNDLE_FILES.indexOf(name);
    if (place < 0) refuse('extra_file', name);
    if (place < this.last) refuse('files_out_of_order', name);
    this.last = place;
  }

  private content(entry: ZipEntry, header: Buffer, begin: number): Buffer {
    const local = this.zip.read(entry.offset, begin);
    if (!header.equals(centralHeader(entry)) || !local.equals(localHeader(entry)))
      refuse('zip_broken', entry.name);
    const bytes = this.zip.read(begin, begin + entry.size);
    if (crc32(bytes) !== entry.crc) refuse('crc_wrong', entry.name);
    return bytes;
  }
}
