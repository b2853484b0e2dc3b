import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Party } from '../enums.js';

/** Base32 of RFC 4648, section 6. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LETTERS = 10;
const BITS_A_LETTER = 5;
/**
 * Number of hexadecimal digits that are taken from the hash. They have two bits more than the letters can
 * hold.
 */
const DIGITS = 13;

/**
 * Returns the order number of a party (rule:order-number): `S-` and ten characters. The ten characters are
 * the beginning of a SHA-256 hash in base32. The input of the hash is the NDA id and the party, with a colon
 * between them. Pure. The number reveals nothing else about the order.
 */
export function orderNumber(ndaId: string, party: Party): string {
  const digest = bytesToHex(sha256(utf8ToBytes(`${ndaId}:${party}`)));
  const bits = BigInt(`0x${digest.slice(0, DIGITS)}`) >> BigInt(4 * DIGITS - BITS_A_LETTER * LETTERS);
  const letters = Array.from({ length: LETTERS }, (_, place) => {
    const shift = BigInt(BITS_A_LETTER * (LETTERS - 1 - place));
    return ALPHABET[Number((bits >> shift) & 31n)];
  });
  return `S-${letters.join('')}`;
}
