import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { elementsIn, readDer } from './der.js';
import { lowSFormOf, twinOfSignature } from './low-s.js';

const BYTES = Buffer.from('what is signed');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Returns the number of bits in the value s of an ECDSA signature. */
const bitsOfS = (signature: Buffer): number => {
  const s = elementsIn(readDer(signature))[1]?.content.toString('hex') ?? '';
  return BigInt(`0x${s}`).toString(2).length;
};

describe.each([
  ['P-256', 256],
  ['P-384', 384],
  ['P-521', 521],
])('a signature on %s', (namedCurve, bits) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  // Some of these signatures already have the lower s, some do not.
  const signatures = Array.from({ length: 16 }, () => sign('sha256', BYTES, privateKey));

  it("has an equally valid twin, and the twin's twin is the signature itself", () => {
    for (const signature of signatures) {
      const twin = twinOfSignature(signature, publicKey);
      if (twin === undefined) throw new Error('no twin');
      expect(twin.equals(signature)).toBe(false);
      expect(verify('sha256', BYTES, publicKey, twin)).toBe(true);
      expect(twinOfSignature(twin, publicKey)?.equals(signature)).toBe(true);
    }
  });

  it('has the same low form as its twin, and its s is at most half of the order', () => {
    for (const signature of signatures) {
      const lower = lowSFormOf(signature, privateKey);
      const twin = twinOfSignature(signature, publicKey) ?? signature;
      expect([signature, twin].some((one) => one.equals(lower))).toBe(true);
      expect(lowSFormOf(twin, publicKey).equals(lower)).toBe(true);
      expect(bitsOfS(lower)).toBeLessThan(bits);
    }
  });
});

describe('an RSA signature', () => {
  it('has no twin', () => {
    const signature = sign('sha256', BYTES, rsa.privateKey);
    expect(twinOfSignature(signature, rsa.publicKey)).toBeUndefined();
    expect(lowSFormOf(signature, rsa.publicKey)).toBe(signature);
  });
});
