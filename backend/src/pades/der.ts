/** A DER element as its original bytes. Only elements with a tag of one byte are supported. */
export interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
  /** Includes the head. */
  readonly bytes: Buffer;
}

/**
 * Thrown for bytes that are not valid DER, for instance because a length takes more bytes than necessary or
 * bytes are missing or left over. Elements with a tag of several bytes are refused too.
 */
export class NotDer extends Error {
  constructor() {
    super('not DER');
    this.name = 'NotDer';
  }
}

const CONSTRUCTED = 0x20;
const LONG_TAG = 0x1f;
const LENGTH_BYTES_MAX = 3;

/** Returns the length of the content, and the length of the head in front of the content. */
function headOf(bytes: Buffer): { length: number; head: number } {
  const first = bytes[1];
  if (bytes.length < 2 || first === undefined || ((bytes[0] ?? 0) & LONG_TAG) === LONG_TAG)
    throw new NotDer();
  if (first < 0x80) return { length: first, head: 2 };
  const count = first & 0x7f;
  if (count === 0 || count > LENGTH_BYTES_MAX || bytes.length < 2 + count) throw new NotDer();
  const length = bytes.readUIntBE(2, count);
  if (length < 0x80 || length < 2 ** (8 * (count - 1))) throw new NotDer();
  return { length, head: 2 + count };
}

function firstOf(bytes: Buffer): DerElement {
  const { length, head } = headOf(bytes);
  if (bytes.length < head + length) throw new NotDer();
  const [tag = 0] = bytes;
  return { tag, content: bytes.subarray(head, head + length), bytes: bytes.subarray(0, head + length) };
}

/** Reads a single element that takes up all of these bytes. @throws NotDer */
export function readDer(bytes: Buffer): DerElement {
  const element = firstOf(bytes);
  if (element.bytes.length !== bytes.length) throw new NotDer();
  return element;
}

/**
 * Returns the child elements.
 * @throws NotDer, also if the element is primitive, so that it cannot have child elements
 */
export function elementsIn({ tag, content }: DerElement): DerElement[] {
  if ((tag & CONSTRUCTED) === 0) throw new NotDer();
  const found: DerElement[] = [];
  for (let rest = content; rest.length > 0; ) {
    const element = firstOf(rest);
    found.push(element);
    rest = rest.subarray(element.bytes.length);
  }
  return found;
}

function assertDerEncoded(element: DerElement): void {
  if ((element.tag & CONSTRUCTED) !== 0) for (const part of elementsIn(element)) assertDerEncoded(part);
}

/**
 * True if the bytes are one element, and this element and all elements inside it are encoded as DER requires.
 */
export function isDerEncoded(bytes: Buffer): boolean {
  try {
    assertDerEncoded(readDer(bytes));
    return true;
  } catch (error) {
    if (error instanceof NotDer) return false;
    throw error;
  }
}

/** Encodes an element with this tag. `parts` are concatenated to its content. */
export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = [tag];
  if (length < 0x80) head.push(length);
  else {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(length);
    const needed = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
    head.push(0x80 | needed.length, ...needed);
  }
  return Buffer.concat([Buffer.from(head), ...parts]);
}
