import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { decode } from 'fast-png';
import { ALTERED_DRAWING_ERRORS } from '@siegel/contracts/signature/refusals';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { type Chunk, chunksOf, PNG_MAGIC } from './chunks.js';
import { judgeInk } from './ink.js';

export interface PngLimits {
  readonly maxBytes: number;
  /** Pixels. */
  readonly maxWidth: number;
  readonly maxHeight: number;
}

/** A signature in its stored form. */
export interface SignaturePng {
  readonly bytes: Buffer;
  /** SHA-256 of these bytes, hexadecimal. */
  readonly sha256: string;
}

const DATA_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/;
const IHDR_BYTES = 13;
/**
 * Number of channels and supported depths of each colour type of PNG. A depth of 16 bits is not supported,
 * because no signature pad draws it.
 */
const FORMATS: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8] },
  2: { channels: 3, depths: [8] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8] },
  6: { channels: 4, depths: [8] },
};
/**
 * Types of all chunks that a picture needs. Other chunks (text, profiles, EXIF, animation) are dropped,
 * because they may contain personal data or bombs.
 */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function refuse(): never {
  throw new RuleBroken('invalid_signature');
}

function bytesOf(dataUrl: string, limits: PngLimits): Buffer {
  // The length is checked first, so nothing large is ever decoded. Base64 takes four characters for three
  // bytes.
  if (dataUrl.length > Math.ceil(limits.maxBytes / 3) * 4 + 'data:image/png;base64,'.length) refuse();
  const base64 = DATA_URL.exec(dataUrl)?.[1] ?? refuse();
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length > limits.maxBytes ? refuse() : bytes;
}

/**
 * Returns the size of the picture before compression, in bytes. It reads only the header, and refuses
 * forbidden sizes and formats.
 */
function inflatedSize(header: Buffer, limits: PngLimits): number {
  if (header.length !== IHDR_BYTES) refuse();
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colour = 0, compression, filter, interlace] = header.subarray(8);
  const format = FORMATS[colour] ?? refuse();
  const isPlain = compression === 0 && filter === 0 && interlace === 0 && format.depths.includes(depth);
  const fits = width >= 1 && height >= 1 && width <= limits.maxWidth && height <= limits.maxHeight;
  if (!isPlain || !fits) refuse();
  return height * (1 + Math.ceil((width * depth * format.channels) / 8));
}

/**
 * Inflates the picture data, but at most one byte more than the header states. Refuses data that is shorter
 * or longer than stated, and any bytes behind the data.
 */
function checkPixels(chunks: readonly Chunk[], size: number): void {
  const packed = Buffer.concat(chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data));
  // With `info`, Node also returns the zlib engine, which knows how many bytes were read. Node's type
  // declarations omit the engine.
  const { buffer, engine } = inflateSync(packed, {
    maxOutputLength: size + 1,
    info: true,
  }) as unknown as Inflated;
  if (buffer.length !== size || engine.bytesWritten !== packed.length) refuse();
}

function readPicture(bytes: Buffer, limits: PngLimits): Buffer {
  const chunks = chunksOf(bytes) ?? refuse();
  const [first, last] = [chunks[0], chunks.at(-1)];
  if (first?.type !== 'IHDR' || last?.type !== 'IEND' || last.data.length > 0) refuse();
  if (chunks.filter((chunk) => chunk.type === 'IHDR' || chunk.type === 'IEND').length !== 2) refuse();
  checkPixels(chunks, inflatedSize(first.data, limits));
  const clean = Buffer.concat([
    PNG_MAGIC,
    ...chunks.filter((chunk) => KEPT.has(chunk.type)).map((chunk) => chunk.whole),
  ]);
  const verdict = judgeInk(decode(clean, { checkCrc: true }));
  if (verdict === 'crowded')
    throw new RuleBroken('invalid_signature', {}, ALTERED_DRAWING_ERRORS.invalid_signature);
  return verdict === 'ink' ? clean : refuse();
}

/**
 * Returns a drawn signature in its stored form: the picture without any other content of the file, and the
 * SHA-256 of these bytes. Size and format are read from the header before anything is decoded
 * (rule:signature-image).
 * @throws RuleBroken `invalid_signature` for anything but a PNG with ink on it (rule:ink-on-paper)
 */
export function readSignaturePng(dataUrl: string, limits: PngLimits): SignaturePng {
  try {
    const bytes = readPicture(bytesOf(dataUrl, limits), limits);
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    if (error instanceof RuleBroken) throw error;
    // zlib and the decoder throw various errors for damaged input. In each case the input is not a valid
    // signature.
    return refuse();
  }
}
