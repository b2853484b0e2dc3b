import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Party } from '../enums.js';

/** Base32 of RFC 4648, section 6. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LETTERS = 10;
const BITS_A_LETTER = 5;
/** Hexadecimal digits of the hash that are used: two bits more than the letters hold. */
const DIGITS = 13;

/**
 * The number by which both sides know a party's order (rule:order-number): `S-` and the first ten characters
 * of the base32 of the SHA-256 of NDA id and party, with a colon between them. Pure, and the number reveals
 * nothing else.
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
