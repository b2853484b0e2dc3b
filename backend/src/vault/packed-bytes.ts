import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

const deflateAsync = promisify(deflate);
const inflateAsync = promisify(inflate);

/**
 * Values of a first byte that marks the format of the rest. Any other first byte belongs to the data itself.
 */
const PLAIN = 0;
const DEFLATED = 1;
/** Limit in bytes, above the size of any blob. It need not be strict: all sealed data came from us. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Compresses the bytes if that makes them shorter. Must run before encryption: encrypted bytes cannot be
 * compressed. `unpack` returns data from before marks existed (pictures, documents) unchanged: it begins with
 * another byte.
 */
export async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = await deflateAsync(bytes);
  if (packed.length + 1 < bytes.length) return Buffer.concat([Buffer.of(DEFLATED), packed]);
  const [first] = bytes;
  const isMarked = first === PLAIN || first === DEFLATED;
  return isMarked ? Buffer.concat([Buffer.of(PLAIN), bytes]) : bytes;
}

/** @throws Error if `pack` did not make these bytes */
export async function unpack(kept: Buffer): Promise<Buffer> {
  const [first] = kept;
  if (first === PLAIN) return kept.subarray(1);
  return first === DEFLATED ? inflateAsync(kept.subarray(1), { maxOutputLength: LARGEST }) : kept;
}
