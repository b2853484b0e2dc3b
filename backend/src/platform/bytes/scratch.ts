/** Most bytes of UTF-8 for one code unit of a text. */
export const UTF8_BYTES_MAX = 3;

const scratch = Buffer.allocUnsafe(1 << 16);

/**
 * A buffer for bytes that are written, read and forgotten within one synchronous step: the next caller may
 * get the same memory. A request above 64 KiB gets a buffer of its own.
 */
export const scratchBuffer = (bytes: number): Buffer =>
  bytes <= scratch.length ? scratch : Buffer.allocUnsafe(bytes);
