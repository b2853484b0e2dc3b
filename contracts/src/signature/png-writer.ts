import { zlib } from './deflate.js';

/**
 * A picture in one colour of ink. `cover` says how much of each pixel the ink covers, from 0 to 255, row by
 * row.
 */
export interface InkPicture {
  readonly width: number;
  readonly height: number;
  readonly cover: Uint8Array;
}

/** Red, green, blue. */
export type Ink = readonly [number, number, number];

const MAGIC = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const LEVELS = 256;
const INDEXED = 3;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

function chunk(type: string, data: ArrayLike<number>): Uint8Array {
  const whole = new Uint8Array(data.length + 12);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  for (let at = 0; at < 4; at += 1) whole[4 + at] = type.charCodeAt(at);
  whole.set(data, 8);
  view.setUint32(data.length + 8, crc32(whole.subarray(4, -4)));
  return whole;
}

function header(width: number, height: number): Uint8Array {
  const data = new Uint8Array(13);
  const view = new DataView(data.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  data.set([8, INDEXED], 8);
  return chunk('IHDR', data);
}

/**
 * Returns the rows of the picture. Each row begins with the byte 0, which means that the row is not filtered.
 */
function rows({ width, height, cover }: InkPicture): Uint8Array {
  const raw = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    raw.set(cover.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return raw;
}

function joined(parts: readonly ArrayLike<number>[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Returns a PNG of the ink on a transparent background (rule:stored-as-drawn). The palette is a single ink
 * colour at every opacity. The code is plain and reads nothing back from a canvas, so the same picture has
 * the same bytes in every browser.
 */
export function writePng(picture: InkPicture, ink: Ink): Uint8Array {
  const palette = Array.from({ length: LEVELS }, () => ink).flat();
  const strengths = Array.from({ length: LEVELS }, (_, level) => level);
  return joined([
    MAGIC,
    header(picture.width, picture.height),
    chunk('PLTE', palette),
    chunk('tRNS', strengths),
    chunk('IDAT', zlib(rows(picture), picture.width + 1)),
    chunk('IEND', []),
  ]);
}
