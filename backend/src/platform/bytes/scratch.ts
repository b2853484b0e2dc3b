/** Most bytes that one code unit of a text takes in UTF-8. */
export const UTF8_BYTES_MAX = 3;

const scratch = Buffer.allocUnsafe(1 << 16);

/**
 * Returns a buffer. Its bytes must be written, read and forgotten within one synchronous step, because the
 * next caller can get the same memory. For more than 64 KiB the buffer is a new one.
 */
export const scratchBuffer = (bytes: number): Buffer =>
  bytes <= scratch.length ? scratch : Buffer.allocUnsafe(bytes);
