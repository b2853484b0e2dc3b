import { roomFor, UTF8_MOST } from './scratch.js';

/** Whether these bytes are that text in UTF-8, and nothing else. */
export function isTextOf(bytes: Uint8Array, text: string): boolean {
  if (text.length > bytes.length) return false;
  const room = roomFor(text.length * UTF8_MOST);
  return room.subarray(0, room.write(text)).equals(bytes);
}
