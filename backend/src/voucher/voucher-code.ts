import { VOUCHER_ALPHABET } from '@siegel/contracts/limits';

const LETTERS = 8;
/** Bytes from this value on are discarded, because they would favour the alphabet's first letters. */
const FAIR_BELOW = 256 - (256 % VOUCHER_ALPHABET.length);

/**
 * Returns a new random code, `NDA-XXXX-XXXX`: one of 31^8 (about 2^39) equally likely codes.
 * @param randomBytes returns `count` bytes from a secure source
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
 * Returns a typed code in the form in which codes are issued. A person may type the code in lower case, and
 * with or without blanks and dashes of any kind. Other text is only trimmed and put into upper case.
 */
export function normaliseVoucherCode(typed: string): string {
  const upper = typed.trim().toUpperCase();
  const [, first, second] = /^NDA([A-Z0-9]{4})([A-Z0-9]{4})$/.exec(upper.replace(/[\s\p{Pd}]/gu, '')) ?? [];
  return first === undefined || second === undefined ? upper : `NDA-${first}-${second}`;
}
