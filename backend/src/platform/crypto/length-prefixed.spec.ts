import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { lengthPrefixed, sha256OfParts } from './length-prefixed.js';

type Part = string | number | Uint8Array;

/** A reference implementation, written in the simplest way. */
function defined(parts: readonly Part[]): Buffer {
  const each = parts.map((part) => (part instanceof Uint8Array ? part : Buffer.from(String(part), 'utf8')));
  return Buffer.concat(
    each.flatMap((bytes) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

const texts = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});
const parts = fc.array(fc.oneof(texts, fc.maxSafeInteger(), fc.uint8Array()));

describe('length-prefixed parts', () => {
  it('are joined as the definition says, and the result is hashed', () => {
    fc.assert(
      fc.property(parts, (given) => {
        expect(lengthPrefixed(given)).toEqual(defined(given));
        expect(sha256OfParts(given)).toBe(createHash('sha256').update(defined(given)).digest('hex'));
      }),
    );
  });

  it('do not change when other parts are joined', () => {
    const first = lengthPrefixed(['first', 1]);
    lengthPrefixed(['other', 2]);
    expect(first).toEqual(defined(['first', 1]));
  });

  it.each([21_000, 22_000, 70_000, 1_000_000])('may be long: %i characters', (length) => {
    const long = ['€'.repeat(length), Buffer.alloc(length, 7), 'end'];
    expect(lengthPrefixed(long).equals(defined(long))).toBe(true);
  });
});
