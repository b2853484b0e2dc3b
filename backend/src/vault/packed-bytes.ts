import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

const deflateAsync = promisify(deflate);
const inflateAsync = promisify(inflate);

/** The first byte says how the others are kept; without one of these it is of the bytes themselves. */
const PLAIN = 0;
const DEFLATED = 1;
/** Bytes: more than anything that is put; what is sealed came from us. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Smaller where it can be made so: what is encrypted cannot be packed any more. What was kept before there was a
 * first byte (pictures, documents) begins with another one and is read as it is.
 */
export async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = await deflateAsync(bytes);
  if (packed.length + 1 < bytes.length) return Buffer.concat([Buffer.of(DEFLATED), packed]);
  const [first] = bytes;
  const isMarked = first === PLAIN || first === DEFLATED;
  return isMarked ? Buffer.concat([Buffer.of(PLAIN), bytes]) : bytes;
}

/** @throws Error where it was not packed by `pack` */
export async function unpack(kept: Buffer): Promise<Buffer> {
  const [first] = kept;
  if (first === PLAIN) return kept.subarray(1);
  return first === DEFLATED ? inflateAsync(kept.subarray(1), { maxOutputLength: LARGEST }) : kept;
}
