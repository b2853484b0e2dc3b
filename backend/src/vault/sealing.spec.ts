import { randomBytes } from 'node:crypto';
import type { Sealed } from './sealed.js';
import { lengthPrefixed } from '../platform/crypto/length-prefixed.js';
import { bytesBinding, decrypt, encrypt, eventBinding, keyBinding } from './sealing.js';
import { SealBroken } from './vault.js';

const key = randomBytes(32);
const place: Omit<Sealed, 'bytes'> = {
  stream: 'nda-1',
  revision: 3,
  eventId: 'e',
  type: 'Signed.v1',
  keyId: 'k',
};
const plaintext = Buffer.from('geheim');

describe('sealing', () => {
  it('opens what it sealed, and never gives the same bytes twice', () => {
    const one = encrypt(key, plaintext, eventBinding(place));
    const two = encrypt(key, plaintext, eventBinding(place));
    expect(decrypt(key, one, eventBinding(place))).toEqual(plaintext);
    expect(one.equals(two)).toBe(false);
    expect(one[0]).toBe(1);
    expect(decrypt(key, encrypt(key, Buffer.alloc(0), key), key)).toHaveLength(0);
  });

  it.each([
    ['stream', { stream: 'nda-2' }],
    ['revision', { revision: 4 }],
    ['event id', { eventId: 'f' }],
    ['type', { type: 'Signed.v2' }],
    ['key id', { keyId: 'l' }],
  ])('does not open at another %s', (_, change) => {
    const frame = encrypt(key, plaintext, eventBinding(place));
    expect(() => decrypt(key, frame, eventBinding({ ...place, ...change }))).toThrow(SealBroken);
  });

  it('does not open if any byte was altered, cut off or added', () => {
    const binding = eventBinding(place);
    const frame = encrypt(key, plaintext, binding);
    for (let at = 0; at < frame.length; at += 1) {
      const altered = Buffer.from(frame);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => decrypt(key, altered, binding)).toThrow(SealBroken);
      expect(() => decrypt(key, frame.subarray(0, at), binding)).toThrow(SealBroken);
    }
    expect(() => decrypt(key, Buffer.concat([frame, Buffer.of(0)]), binding)).toThrow(SealBroken);
    expect(() => decrypt(randomBytes(32), frame, binding)).toThrow(SealBroken);
  });

  it.each([
    ['an event', eventBinding(place), 'AXWrdTPE1lPlaiFizRObFTDXH3AA3RYv/XteKvWVawZPBq0='],
    ['bytes', bytesBinding('nda-1', 'signature', 'k'), 'AX6KmrbeWaxoV/dm+evcjnNR3KIAovOO4xUTWqcu4q+Fkoo='],
    ['a key', keyBinding('nda-1', 'k'), 'AcF2/LLCrOk2ctLMmnUmWji0xbuTeykYIu15udXTA52IDvg='],
  ])('opens bytes that an earlier version sealed: %s', (_, binding, kept) =>
    expect(decrypt(Buffer.alloc(32, 7), Buffer.from(kept, 'base64'), binding)).toEqual(plaintext),
  );

  it('describes the fault without revealing sealed data', () => {
    const frame = encrypt(key, plaintext, eventBinding(place));
    expect(() => decrypt(key, frame.subarray(0, 28), eventBinding(place))).toThrow(
      'not a sealed frame of a known format',
    );
    expect(() => decrypt(key, frame, keyBinding('nda-1', 'k'))).toThrow(
      'the seal does not fit its bytes, its key or its place',
    );
  });

  it('separates the kinds of contexts', () => {
    const bindings = [eventBinding(place), bytesBinding('nda-1', '3', 'k'), keyBinding('nda-1', 'k')].map(
      (one) => one.toString('hex'),
    );
    expect(new Set(bindings).size).toBe(3);
    expect(lengthPrefixed(['ab', 'c']).equals(lengthPrefixed(['a', 'bc']))).toBe(false);
  });
});
