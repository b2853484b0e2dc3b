/** As deep as any request of ours goes, and some more. */
const DEPTH_MAX = 8;
/**
 * Members and elements of a whole body: a conversation of forty messages is the largest of ours. What a
 * provider sends is another matter: its route has to read it by rules of its own.
 */
const VALUES_MAX = 500;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Where the text that begins here ends: the place of its closing quotation mark. */
function endOfText(bytes: Uint8Array, opening: number): number {
  let at = opening + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Whether a JSON text is small enough to be parsed and walked (rule:bodies-are-json): what it costs grows
 * with members and depth, which its length alone does not bound. Counts without building anything.
 */
export function isWithinBounds(json: Uint8Array): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfText(json, at);
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    else if (byte === COMMA) values += 1;
    if (depth > DEPTH_MAX || values > VALUES_MAX) return false;
  }
  return true;
}
