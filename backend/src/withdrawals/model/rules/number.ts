/** The alphabet of RFC 4648, section 6. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LETTERS = 10;
const BITS_A_LETTER = 5;
/**
 * Number of hexadecimal digits that are read from the id. They contain the bits of all letters and two more
 * bits.
 */
const DIGITS = 13;

/**
 * Returns the number by which both sides refer to a withdrawal: `W-` and ten letters or digits, from the last
 * 50 bits of its id. Those bits are random or come from a digest. Pure.
 * @param id UUID
 */
export function withdrawalNumber(id: string): string {
  const end = BigInt(`0x${id.replaceAll('-', '').slice(-DIGITS)}`);
  const letters = Array.from({ length: LETTERS }, (_, place) => {
    const shift = BigInt(BITS_A_LETTER * (LETTERS - 1 - place));
    return ALPHABET[Number((end >> shift) & 31n)];
  });
  return `W-${letters.join('')}`;
}
