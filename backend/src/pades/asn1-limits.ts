/**
 * Limits on ASN.1 data from outside the service (rule:asn1-is-bounded). The ASN.1 library creates objects for
 * each element, and its time for an object identifier grows with the square of the identifier's length. A
 * limit on the total number of bytes alone would still allow too many objects and too much time.
 */
export const ASN1_LIMITS = {
  /**
   * Maximum number of elements that the library may parse. Elements inside an OCTET STRING or BIT STRING do
   * not count. The longest token that fits into a document has 8,192 bytes, and an element takes about twelve
   * bytes.
   */
  elements: 1_000,
  /** Maximum number of nested elements, including the outermost element. */
  depth: 40,
  /** Maximum number of content bytes in an absolute or relative object identifier. */
  objectIdBytes: 64,
} as const;

const CONSTRUCTED = 0x20;
/** The bits of a tag that contain the tag's number. If all of them are set, the tag has more bytes. */
const TAG_NUMBER = 0x1f;
const INDEFINITE = 0x80;
const LENGTH_BYTES_MAX = 4;
const OBJECT_ID = 0x06;
const RELATIVE_OBJECT_ID = 0x0d;
/** Number of zero bytes that end the content of an element with indefinite length. */
const END_OF_CONTENT = 2;

/** Result in place of an offset if an element exceeds a limit or the end of the element around it. */
const REFUSED = -1;

/**
 * Steps through BER elements to find their ends and check the limits. Creates no objects, and reads each byte
 * of an element's head once.
 */
class Walk {
  private elements = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly elementsMax: number,
  ) {}

  /**
   * Returns the offset of the first byte after the element that begins at `at`. The element must not extend
   * beyond `end`.
   */
  element(at: number, end: number, depth: number): number {
    this.elements += 1;
    if (this.elements > this.elementsMax || depth > ASN1_LIMITS.depth || at + 2 > end) return REFUSED;
    const tag = this.bytes[at] ?? 0;
    // The tag 0 is only allowed in the marker that ends content of indefinite length, and `indefinite`
    // handles that marker. Tags of several bytes are refused too.
    if (tag === 0 || (tag & TAG_NUMBER) === TAG_NUMBER) return REFUSED;
    const isConstructed = (tag & CONSTRUCTED) !== 0;
    const first = this.bytes[at + 1] ?? 0;
    if (first === INDEFINITE) return isConstructed ? this.indefinite(at + 2, end, depth) : REFUSED;
    const begin = at + 2 + (first < INDEFINITE ? 0 : first - INDEFINITE);
    const length = first < INDEFINITE ? first : this.length(at + 2, begin, end);
    if (length === REFUSED || begin + length > end) return REFUSED;
    const kind = tag & ~CONSTRUCTED;
    if ((kind === OBJECT_ID || kind === RELATIVE_OBJECT_ID) && length > ASN1_LIMITS.objectIdBytes)
      return REFUSED;
    return isConstructed ? this.definite(begin, begin + length, depth) : begin + length;
  }

  /** Returns the length that the bytes from `from` up to `to` encode. */
  private length(from: number, to: number, end: number): number {
    if (to > end || to - from > LENGTH_BYTES_MAX) return REFUSED;
    let length = 0;
    for (let at = from; at < to; at += 1) length = length * 0x100 + (this.bytes[at] ?? 0);
    return length;
  }

  private definite(begin: number, end: number, depth: number): number {
    let at = begin;
    while (at !== REFUSED && at < end) at = this.element(at, end, depth + 1);
    return at;
  }

  private indefinite(begin: number, end: number, depth: number): number {
    let at = begin;
    while (at !== REFUSED && !(this.bytes[at] === 0 && this.bytes[at + 1] === 0))
      at = this.element(at, end, depth + 1);
    return at === REFUSED || at + END_OF_CONTENT > end ? REFUSED : at + END_OF_CONTENT;
  }
}

/**
 * Returns the length in bytes of the BER element at the start of `bytes`. Returns undefined if the element,
 * or an element inside it, exceeds a limit, has a tag of several bytes, or extends beyond the bytes around
 * it.
 */
export function elementLength(bytes: Uint8Array, elementsMax: number): number | undefined {
  const end = new Walk(bytes, elementsMax).element(0, bytes.length, 1);
  return end === REFUSED ? undefined : end;
}
