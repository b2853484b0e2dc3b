/** Longer texts have a buffer of their own. */
const scratch = Buffer.allocUnsafe(1 << 16);
/** Of UTF-8, for each unit of a text at most. */
const MOST_BYTES = 3;

/** Whether these bytes are that text in UTF-8, and nothing else. */
export function isTextOf(bytes: Uint8Array, text: string): boolean {
  if (text.length > bytes.length) return false;
  const room =
    text.length * MOST_BYTES <= scratch.length ? scratch : Buffer.allocUnsafe(text.length * MOST_BYTES);
  return room.subarray(0, room.write(text)).equals(bytes);
}
