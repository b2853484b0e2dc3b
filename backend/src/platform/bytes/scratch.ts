/** Maximum number of bytes that one code unit of a text takes in UTF-8. */
export const UTF8_BYTES_MAX = 3;

const scratch = Buffer.allocUnsafe(1 << 16);

/**
 * Returns a buffer that is valid only within one synchronous step, because the next caller can get the same
 * memory. A buffer of more than 64 KiB is newly allocated.
 */
export const scratchBuffer = (bytes: number): Buffer =>
  bytes <= scratch.length ? scratch : Buffer.allocUnsafe(bytes);
