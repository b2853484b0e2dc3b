import { createHmac, hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { hmacOfParts, keyFor } from './hmac-of-parts.js';
import { lengthPrefixed } from './length-prefixed.js';

const parts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), fc.uint8Array()));

describe('the HMAC of a list', () => {
  it("is Node's HMAC of the joined parts, under the key that HKDF derives for the purpose", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), parts, (secret, given) => {
        const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'a purpose', 32));
        expect(hmacOfParts(keyFor(secret, 'a purpose'), given)).toEqual(
          createHmac('sha256', key).update(lengthPrefixed(given)).digest(),
        );
      }),
    );
  });

  it('covers the parts that belong to its key like all others', () => {
    const secret = Buffer.alloc(32, 7);
    expect(hmacOfParts(keyFor(secret, 'a purpose', ['first', 2]), ['third'])).toEqual(
      hmacOfParts(keyFor(secret, 'a purpose'), ['first', 2, 'third']),
    );
  });

  it.each([60_000, 70_000])('may cover a part of %i bytes', (length) => {
    const [secret, long] = [Buffer.alloc(32, 7), Buffer.alloc(length, 8)];
    const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'a purpose', 32));
    expect(hmacOfParts(keyFor(secret, 'a purpose'), [long])).toEqual(
      createHmac('sha256', key)
        .update(lengthPrefixed([long]))
        .digest(),
    );
  });
});
