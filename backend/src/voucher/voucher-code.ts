import { VOUCHER_ALPHABET } from '@siegel/contracts/limits';

const LETTERS = 8;
/** Bytes from here on would favour the alphabet's first letters, and are discarded. */
const FAIR_BELOW = 256 - (256 % VOUCHER_ALPHABET.length);

/**
 * A new random code, `NDA-XXXX-XXXX`: one of 31^8 (about 2^39) equally likely codes.
 * @param randomBytes a secure source of that many bytes
 */
export function newVoucherCode(randomBytes: (count: number) => Uint8Array): string {
  let letters = '';
  while (letters.length < LETTERS) {
    const fair = [...randomBytes(LETTERS)].filter((byte) => byte < FAIR_BELOW);
    letters += fair.map((byte) => VOUCHER_ALPHABET[byte % VOUCHER_ALPHABET.length]).join('');
  }
  return `NDA-${letters.slice(0, 4)}-${letters.slice(4, LETTERS)}`;
}

/**
 * The code as it was issued, from a person's input: trimmed, in upper case, with or without blanks and dashes
 * of any kind.
 */
export function normaliseVoucherCode(typed: string): string {
  const upper = typed.trim().toUpperCase();
  const [, first, second] = /^NDA([A-Z0-9]{4})([A-Z0-9]{4})$/.exec(upper.replace(/[\s\p{Pd}]/gu, '')) ?? [];
  return first === undefined || second === undefined ? upper : `NDA-${first}-${second}`;
}
