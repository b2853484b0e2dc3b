import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

const deflateAsync = promisify(deflate);
const inflateAsync = promisify(inflate);

/**
 * Values of the first byte that mark the format of the bytes behind it. Any other first byte belongs to the
 * data itself.
 */
const PLAIN = 0;
const DEFLATED = 1;
/**
 * Maximum size of an inflated blob, in bytes. It is larger than any blob. The limit need not be strict,
 * because this service wrote all sealed data.
 */
const LARGEST = 64 * 1024 * 1024;

/**
 * Compresses the bytes if that makes them shorter. Must run before encryption, because encrypted bytes cannot
 * be compressed. Older data (pictures, documents) has no mark, and its first byte is neither `PLAIN` nor
 * `DEFLATED`. `unpack` therefore returns older data unchanged.
 */
export async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = await deflateAsync(bytes);
  if (packed.length + 1 < bytes.length) return Buffer.concat([Buffer.of(DEFLATED), packed]);
  const [first] = bytes;
  const isMarked = first === PLAIN || first === DEFLATED;
  return isMarked ? Buffer.concat([Buffer.of(PLAIN), bytes]) : bytes;
}

/** @throws Error if the bytes are marked as deflated but cannot be inflated */
export async function unpack(kept: Buffer): Promise<Buffer> {
  const [first] = kept;
  if (first === PLAIN) return kept.subarray(1);
  return first === DEFLATED ? inflateAsync(kept.subarray(1), { maxOutputLength: LARGEST }) : kept;
}
