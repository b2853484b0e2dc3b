/**
 * Compression as in RFC 1951 and RFC 1950. It is written in plain code, so that it gives the same bytes in
 * every browser and runs synchronously. It looks for a match at three positions: where the same three bytes
 * last occurred, one byte back, and one row back. It uses the fixed Huffman codes.
 */

const LONGEST = 258;
const SHORTEST = 3;
const WINDOW = 32_768;
const HASH_BITS = 15;
const END_OF_BLOCK = 256;

/**
 * RFC 1951, section 3.2.5: the first value of each code, and the number of extra bits that follow the code.
 */
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12_289, 16_385, 24_577,
];
const DISTANCE_BITS = DISTANCES.map((_, code) => Math.max(0, (code >> 1) - 1));

class BitWriter {
  private bytes = new Uint8Array(4096);
  private length = 0;
  private held = 0;
  private count = 0;

  /** Writes the lowest bit first. */
  write(value: number, bits: number): void {
    this.held |= value << this.count;
    this.count += bits;
    for (; this.count >= 8; this.count -= 8) {
      this.put(this.held & 255);
      this.held >>>= 8;
    }
  }

  /** Writes a Huffman code, its highest bit first. */
  code(value: number, bits: number): void {
    let turned = 0;
    for (let bit = 0; bit < bits; bit += 1) turned |= ((value >> bit) & 1) << (bits - 1 - bit);
    this.write(turned, bits);
  }

  put(byte: number): void {
    if (this.length === this.bytes.length) {
      const longer = new Uint8Array(this.length * 2);
      longer.set(this.bytes);
      this.bytes = longer;
    }
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  end(): Uint8Array {
    if (this.count > 0) this.put(this.held & 255);
    return this.bytes.subarray(0, this.length);
  }
}

/** RFC 1951, section 3.2.6. */
function symbol(bits: BitWriter, value: number): void {
  if (value < 144) bits.code(0x30 + value, 8);
  else if (value < 256) bits.code(0x190 + value - 144, 9);
  else if (value < 280) bits.code(value - 256, 7);
  else bits.code(0xc0 + value - 280, 8);
}

function codeOf(firsts: readonly number[], value: number): number {
  let code = firsts.length - 1;
  while ((firsts[code] ?? 0) > value) code -= 1;
  return code;
}

function match(bits: BitWriter, length: number, distance: number): void {
  const long = codeOf(LENGTHS, length);
  symbol(bits, 257 + long);
  bits.write(length - (LENGTHS[long] ?? 0), LENGTH_BITS[long] ?? 0);
  const far = codeOf(DISTANCES, distance);
  bits.code(far, 5);
  bits.write(distance - (DISTANCES[far] ?? 0), DISTANCE_BITS[far] ?? 0);
}

/**
 * Returns the number of equal bytes in the runs that start at the positions `before` and `at`, at most
 * `LONGEST`.
 */
function common(data: Uint8Array, before: number, at: number): number {
  const most = Math.min(LONGEST, data.length - at);
  let length = 0;
  while (length < most && data[before + length] === data[at + length]) length += 1;
  return length;
}

const hashAt = (data: Uint8Array, at: number): number =>
  (Math.imul(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0), 0x9e3779b1) >>>
    (32 - HASH_BITS)) |
  0;

/** Returns the Adler-32 checksum (RFC 1950, section 8.2). */
function adler32(data: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

/**
 * Compresses data in the zlib format.
 * @param row number of bytes in a row, if the data are a picture
 */
export function zlib(data: Uint8Array, row: number): Uint8Array {
  const bits = new BitWriter();
  bits.put(0x78);
  bits.put(0x01);
  // Header of the only block. The first bit marks the block as the last one. The next two bits select the
  // fixed codes.
  bits.write(1, 1);
  bits.write(1, 2);
  const lastAt = new Int32Array(1 << HASH_BITS).fill(-1);
  for (let at = 0; at < data.length; ) {
    const hash = hashAt(data, at);
    const places = [at - 1, at - row, lastAt[hash] ?? -1];
    lastAt[hash] = at;
    let [length, distance] = [0, 0];
    for (const place of places) {
      if (place < 0 || at - place > WINDOW) continue;
      const found = common(data, place, at);
      if (found > length) [length, distance] = [found, at - place];
      if (length === LONGEST) break;
    }
    if (length < SHORTEST) {
      symbol(bits, data[at] ?? 0);
      at += 1;
    } else {
      match(bits, length, distance);
      at += length;
    }
  }
  symbol(bits, END_OF_BLOCK);
  const packed = bits.end();
  const whole = new Uint8Array(packed.length + 4);
  whole.set(packed);
  new DataView(whole.buffer).setUint32(packed.length, adler32(data));
  return whole;
}
