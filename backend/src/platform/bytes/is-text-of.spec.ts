import fc from 'fast-check';
import { isTextOf } from './is-text-of.js';

/** Also halves of a pair, which UTF-8 has not. */
const texts = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});

describe('whether bytes are a text', () => {
  it('is what a comparison with its UTF-8 says', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(isTextOf(Buffer.from(one), one)).toBe(true);
        expect(isTextOf(Buffer.from(other), one)).toBe(Buffer.from(one).equals(Buffer.from(other)));
        expect(isTextOf(Buffer.concat([Buffer.from(one), Buffer.of(0)]), one)).toBe(false);
      }),
    );
  });

  it('says no of bytes that are no UTF-8, though they are read as that text', () => {
    const bytes = Buffer.of(0xff);
    expect(isTextOf(bytes, bytes.toString('utf8'))).toBe(false);
  });

  it.each([21_000, 22_000, 66_000, 200_000])('also of %i characters of three bytes', (length) => {
    const text = '€'.repeat(length);
    const bytes = Buffer.from(text);
    expect(isTextOf(bytes, text)).toBe(true);
    bytes[bytes.length - 1] = 0xad;
    expect(isTextOf(bytes, text)).toBe(false);
  });
});
