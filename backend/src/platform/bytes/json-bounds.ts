export interface JsonBounds {
  readonly depth: number;
  /** Maximum number of members and elements in the whole text. */
  readonly values: number;
  /** Maximum number of objects and lists in the whole text. Set this to allow fewer of them than `values`. */
  readonly containers?: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Returns the index of the closing quotation mark of the string that begins at `opening`. */
function endOfText(bytes: Uint8Array, opening: number): number {
  let at = opening + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Returns true if a JSON text is small enough to be parsed and walked. The cost of parsing grows with the
 * number of members and with the depth. A limit on the length of the text leaves room for too many members
 * and for too much depth. The function counts, and builds no objects.
 */
export function isWithinBounds(json: Uint8Array, bounds: JsonBounds): boolean {
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
