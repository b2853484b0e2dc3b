import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Sealed } from './sealed.js';
import { lengthPrefixed } from '../platform/crypto/length-prefixed.js';
import { SealBroken } from './vault.js';

/**
 * First byte of every sealed frame. The value 1 means AES-256-GCM with a random 96-bit nonce and a 128-bit
 * tag.
 */
export const FORMAT = 1;
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD = 1 + NONCE_BYTES + TAG_BYTES;

/**
 * Returns the encryption context of an event's sealed blob. The blob can be opened only with the same
 * context, so only as part of the same event at the same revision of the same stream
 * (rule:personal-data-is-sealed).
 */
export const eventBinding = (what: Omit<Sealed, 'bytes'>): Buffer =>
  lengthPrefixed(['event', FORMAT, what.stream, what.revision, what.eventId, what.type, what.keyId]);

/** Returns the encryption context of sealed bytes that do not belong to an event. */
export const bytesBinding = (subject: string, label: string, keyId: string): Buffer =>
  lengthPrefixed(['bytes', FORMAT, subject, label, keyId]);

/** Returns the encryption context of a wrapped data key. */
export const keyBinding = (subject: string, keyId: string): Buffer =>
  lengthPrefixed(['key', FORMAT, subject, keyId]);

/** Returns a frame: format byte, nonce, ciphertext and tag. */
export function encrypt(key: Uint8Array, plaintext: Uint8Array, binding: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(binding);
  const ciphertext = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([Buffer.of(FORMAT), nonce, ciphertext, cipher.getAuthTag()]);
}

/** @throws SealBroken if frame, key or context differ from those used for sealing */
export function decrypt(key: Uint8Array, frame: Uint8Array, binding: Uint8Array): Buffer {
  if (frame.length < OVERHEAD || frame[0] !== FORMAT)
    throw new SealBroken('not a sealed frame of a known format');
  const body = frame.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, frame.subarray(1, 1 + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(binding);
  decipher.setAuthTag(frame.subarray(body));
  const plaintext = decipher.update(frame.subarray(1 + NONCE_BYTES, body));
  try {
    decipher.final();
  } catch {
    plaintext.fill(0);
    throw new SealBroken('the seal does not fit its bytes, its key or its place');
  }
  return plaintext;
}
