import { createPublicKey, type KeyObject } from 'node:crypto';

const PEM = /^-----BEGIN PUBLIC KEY-----/;

/**
 * Parses a public key on the curve P-256, given as PEM or as the base64 of its DER (SubjectPublicKeyInfo).
 * Returns undefined for anything else.
 */
export function ecPublicKey(text: string): KeyObject | undefined {
  try {
    const key = PEM.test(text)
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}
