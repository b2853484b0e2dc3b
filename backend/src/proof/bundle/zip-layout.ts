import { crc32 } from 'node:zlib';
import type { BundleFile } from './bundle-files.js';

/**
 * Defines the only valid encoding of a bundle's ZIP: no compression, no extra fields, no comment, and a fixed
 * date for every file. Equal files therefore give equal bytes, and a reader can compare each header with its
 * required form.
 */

export const LOCAL_SIGNATURE = 0x04034b50;
export const CENTRAL_SIGNATURE = 0x02014b50;
export const END_SIGNATURE = 0x06054b50;
export const ZIP64_LOCATOR = 0x07064b50;

/** Sizes of the local header, the central header and the end record in bytes, without the file name. */
export const LOCAL_BYTES = 30;
export const CENTRAL_BYTES = 46;
export const END_BYTES = 22;

/** ZIP version 1.0, which suffices for files without compression. */
const VERSION = 10;
/** 1 January 1980, the earliest date in a ZIP. */
const FIRST_DAY = 0x21;

export interface ZipEntry {
  readonly name: string;
  readonly crc: number;
  /** Bytes. */
  readonly size: number;
  /** Offset of the file's local header from the beginning of the archive. */
  readonly offset: number;
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2);
  return bytes;
}

/**
 * Encodes the fields that the local header and the central header of a file have in common. These are the
 * fields from the required version to the length of the extra field.
 */
const shared = ({ name, crc, size }: ZipEntry): Buffer =>
  Buffer.concat([u16(VERSION, 0, 0, 0, FIRST_DAY), u32(crc, size, size), u16(Buffer.byteLength(name), 0)]);

export const localHeader = (entry: ZipEntry): Buffer =>
  Buffer.concat([u32(LOCAL_SIGNATURE), shared(entry), Buffer.from(entry.name)]);

/** The fields after the common part state: no comment, disk 0, no attributes. */
export const centralHeader = (entry: ZipEntry): Buffer =>
  Buffer.concat([
    u32(CENTRAL_SIGNATURE),
    u16(VERSION),
    shared(entry),
    u16(0, 0, 0),
    u32(0, entry.offset),
    Buffer.from(entry.name),
  ]);

const endRecord = (count: number, size: number, offset: number): Buffer =>
  Buffer.concat([u32(END_SIGNATURE), u16(0, 0, count, count), u32(size, offset), u16(0)]);

/** Packs files into one ZIP, in the given order. Does not check the names of the files. */
export function zipped(files: readonly BundleFile[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const entry = { name, crc: crc32(bytes), size: bytes.length, offset };
    const header = localHeader(entry);
    parts.push(header, bytes);
    central.push(centralHeader(entry));
    offset += header.length + bytes.length;
  }
  const size = central.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...parts, ...central, endRecord(files.length, size, offset)]);
}
