import fc from 'fast-check';
import { isTextOf } from './is-text-of.js';

/** Texts that include lone surrogates, which UTF-8 cannot encode. */
const texts = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});

describe('the comparison of bytes with a text', () => {
  it('agrees with a comparison of the encoded text', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(isTextOf(Buffer.from(one), one)).toBe(true);
        expect(isTextOf(Buffer.from(other), one)).toBe(Buffer.from(one).equals(Buffer.from(other)));
        expect(isTextOf(Buffer.concat([Buffer.from(one), Buffer.of(0)]), one)).toBe(false);
      }),
    );
  });

  it('refuses bytes that are not valid UTF-8, even if they decode to the text', () => {
    const bytes = Buffer.of(0xff);
    expect(isTextOf(bytes, bytes.toString('utf8'))).toBe(false);
  });

  it.each([21_000, 22_000, 66_000, 200_000])('also works for %i characters of three bytes each', (length) => {
    const text = '€'.repeat(length);
    const bytes = Buffer.from(text);
    expect(isTextOf(bytes, text)).toBe(true);
    bytes[bytes.length - 1] = 0xad;
    expect(isTextOf(bytes, text)).toBe(false);
  });
});
