/** Bytes of UTF-8 for each unit of a text, at most. */
export const UTF8_MOST = 3;

const scratch = Buffer.allocUnsafe(1 << 16);

/**
 * Room for bytes that are written, looked at and forgotten in one go: the next who asks may have the same. What is
 * larger than most things are has room of its own.
 */
export const roomFor = (bytes: number): Buffer =>
  bytes <= scratch.length ? scratch : Buffer.allocUnsafe(bytes);
