export interface JsonBounds {
  readonly depth: number;
  /** Members and elements of a whole body. */
  readonly values: number;
  /** Objects and lists of a whole body, where there are fewer of them than of values. */
  readonly containers?: number;
}

/**
 * As deep as any request of ours goes, and some more; a conversation of forty messages is the largest. What a
 * provider sends is another matter: its route reads it by bounds of its own.
 */
const OURS: JsonBounds = { depth: 8, values: 500 };

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
export function isWithinBounds(json: Uint8Array, bounds = OURS): boolean {
  const { depth: depthMax, values: valuesMax, containers: containersMax = Infinity } = bounds;
  let depth = 0;
  let values = 0;
  let containers = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfText(json, at);
    else if (OPENING.has(byte)) {
      depth += 1;
      containers += 1;
    } else if (CLOSING.has(byte)) depth -= 1;
    else if (byte === COMMA) values += 1;
    if (depth > depthMax || values > valuesMax || containers > containersMax) return false;
  }
  return true;
}
