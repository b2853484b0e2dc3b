import { randomBytes } from 'node:crypto';
import { VOUCHER_ALPHABET } from '@siegel/contracts/limits';
import { newVoucherCode, normaliseVoucherCode } from './voucher-code.js';

describe('newVoucherCode', () => {
  it('has the form NDA-XXXX-XXXX', () => {
    for (let i = 0; i < 200; i++)
      expect(newVoucherCode(randomBytes)).toMatch(
        new RegExp(`^NDA-[${VOUCHER_ALPHABET}]{4}-[${VOUCHER_ALPHABET}]{4}$`),
      );
  });
  it('discards the bytes that would favour some letters', () => {
    const batches = [
      Uint8Array.of(248, 249, 250, 251, 252, 253, 254, 255),
      Uint8Array.of(0, 30, 31, 247, 248, 1, 2, 3),
      new Uint8Array(8),
    ];
    expect(newVoucherCode(() => batches.shift() ?? new Uint8Array(8))).toBe('NDA-A9A9-BCDA');
  });
  it('draws all letters about equally often', () => {
    const counts = new Map<string, number>();
    const draws = 4000;
    for (let i = 0; i < draws; i++) {
      for (const letter of newVoucherCode(randomBytes).replaceAll('-', '').slice(3))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    const expected = (draws * 8) / VOUCHER_ALPHABET.length;
    for (const letter of VOUCHER_ALPHABET)
      expect(Math.abs((counts.get(letter) ?? 0) - expected)).toBeLessThan(expected * 0.25);
  });
});

describe('normaliseVoucherCode', () => {
  it.each(['NDA-ABCD-EFGH', ' nda-abcd-efgh\n', 'nda abcd efgh', 'NDAABCDEFGH', 'NDA–ABCD—EFGH'])(
    'reads %j',
    (typed) => expect(normaliseVoucherCode(typed)).toBe('NDA-ABCD-EFGH'),
  );
  it.each(['hello', 'XNDAABCDEFGH', 'NDAABCDEFGHX', 'NDA-ABCD-EFG', 'NDA-ABCD-EFG!', 'ABCD-EFGH'])(
    'leaves other text unchanged, in upper case: %s',
    (typed) => expect(normaliseVoucherCode(` ${typed} `)).toBe(typed.toUpperCase()),
  );
});
