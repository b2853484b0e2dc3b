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
const DATA = 'IDAT';
/**
 * Maximum number of chunks with picture data. Each chunk takes the decoder some time, so a picture in
 * thousands of chunks takes twice as long as a picture in one chunk. Browsers write chunks of 4,096 bytes
 * (Chromium) or more. The largest permitted picture has 49 chunks of 4,096 bytes.
 */
const DATA_CHUNKS_MAX = 64;
/** Maximum number of chunks of all types. No program writes more than a few chunks beside the data. */
const CHUNKS_MAX = 2 * DATA_CHUNKS_MAX;

/** True if there are no more chunks than a picture needs. Reads only the heads of the chunks. */
function isInFewChunks(bytes: Buffer): boolean {
  let [all, data] = [0, 0];
  for (let at = PNG_MAGIC.length; at + HEAD <= bytes.length; at += HEAD + bytes.readUInt32BE(at) + CHECKSUM) {
    all += 1;
    if (bytes.toString('latin1', at + 4, at + HEAD) === DATA) data += 1;
    if (data > DATA_CHUNKS_MAX || all > CHUNKS_MAX) return false;
  }
  return true;
}

/**
 * Returns the chunks of a PNG from its first byte to its last byte. Returns undefined if there are more
 * chunks than a picture needs, if a chunk is cut off or damaged, or if bytes follow the last chunk.
 */
export function chunksOf(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC) || !isInFewChunks(bytes)) return undefined;
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
