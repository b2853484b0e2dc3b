/**
 * Limits on ASN.1 that somebody else wrote (rule:asn1-is-bounded). The library makes objects for each element,
 * and needs time that grows with the square of an object identifier's length. A limit on the bytes does not
 * limit these two enough.
 */
export const ASN1_LIMITS = {
  /**
   * Elements that the library may parse, without those inside an OCTET STRING or BIT STRING. The longest
   * token that fits into a document has 8,192 bytes, and an element takes about twelve.
   */
  elements: 1_000,
  /** Elements inside one another, including the outermost element. */
  depth: 40,
  /** Content bytes of an object identifier, absolute or relative. */
  objectIdBytes: 64,
} as const;

const CONSTRUCTED = 0x20;
/** The bits of a tag that hold its number. If all are set, more bytes of the tag follow. */
const TAG_NUMBER = 0x1f;
const INDEFINITE = 0x80;
const LENGTH_BYTES_MAX = 4;
const OBJECT_ID = 0x06;
const RELATIVE_OBJECT_ID = 0x0d;
/** The length of the two zero bytes that end a content of indefinite length. */
const END_OF_CONTENT = 2;

/** Returned in place of an offset if the elements are not within the limits, or not within each other. */
const REFUSED = -1;

/** Walks through elements in BER. It builds nothing, and visits each byte of a head once. */
class Walk {
  private elements = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly elementsMax: number,
  ) {}

  /** Returns the offset behind the element at `at`, which must end at `end` at the latest. */
  element(at: number, end: number, depth: number): number {
    this.elements += 1;
    if (this.elements > this.elementsMax || depth > ASN1_LIMITS.depth || at + 2 > end) return REFUSED;
    const tag = this.bytes[at] ?? 0;
    // An element with the tag 0 ends a content of indefinite length, and occurs nowhere else.
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

  /** Returns the number in the bytes of a length. */
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
 * Returns the length in bytes of the BER element at the start of `bytes`. Undefined if the element or one of
 * its parts exceeds a limit, has a tag of several bytes, or extends beyond the bytes that contain it.
 */
export function elementLength(bytes: Uint8Array, elementsMax: number): number | undefined {
  const end = new Walk(bytes, elementsMax).element(0, bytes.length, 1);
  return end === REFUSED ? undefined : end;
}
