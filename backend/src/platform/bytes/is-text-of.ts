import { scratchBuffer, UTF8_BYTES_MAX } from './scratch.js';

/** @returns true if the bytes are exactly this text in UTF-8 */
export function isTextOf(bytes: Uint8Array, text: string): boolean {
  if (text.length > bytes.length) return false;
  const room = scratchBuffer(text.length * UTF8_BYTES_MAX);
  return room.subarray(0, room.write(text)).equals(bytes);
}
