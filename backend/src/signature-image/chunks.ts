import { crc32 } from 'node:zlib';

export interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** The whole chunk as it is in the file: length, type, data and checksum. */
  readonly whole: Buffer;
}

export const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEAD = 8;
const CHECKSUM = 4;

/**
 * Returns the chunks of a PNG from its first byte to its last. Returns undefined if a chunk is cut off or
 * damaged, or if bytes follow the last chunk.
 */
export function chunksOf(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)) return undefined;
  const chunks: Chunk[] = [];
  let at = PNG_MAGIC.length;
  while (at < bytes.length) {
    if (at + HEAD + CHECKSUM > bytes.length) return undefined;
    const end = at + HEAD + bytes.readUInt32BE(at) + CHECKSUM;
    if (end > bytes.length) return undefined;
    const whole = bytes.subarray(at, end);
    const sum = crc32(whole.subarray(4, -CHECKSUM));
    if (sum !== whole.readUInt32BE(whole.length - CHECKSUM)) return undefined;
    chunks.push({ type: whole.toString('latin1', 4, HEAD), data: whole.subarray(HEAD, -CHECKSUM), whole });
    at = end;
  }
  return chunks;
}
