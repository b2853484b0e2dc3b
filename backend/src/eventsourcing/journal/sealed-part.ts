import { createHash, randomBytes } from 'node:crypto';
import { canonicalBytes } from '../../platform/crypto/canonical-json.js';
import type { Origin } from './event.js';

const SALT_BYTES = 32;

/** What of an event is sealed: its personal fields, and from where the act came. */
export interface PersonalPart {
  readonly personal?: object | undefined;
  readonly origin?: Origin | undefined;
}

/**
 * The commitment that stays readable beside the blob (rule:salted-commitment): SHA-256, hexadecimal, over the
 * 32 bytes of the salt followed by the canonical JSON (UTF-8) of `{"origin":…,"personal":…}`, of which an
 * absent one is left out. The salt lies inside the blob: whoever may open it can disclose salt and plaintext
 * and prove them; when the key is gone nothing can be guessed.
 */
export function commitmentOf(salt: Uint8Array, { personal, origin }: PersonalPart): string {
  return createHash('sha256').update(salt).update(canonicalBytes({ origin, personal })).digest('hex');
}

/**
 * The plaintext to seal, canonical JSON of `{"origin":…,"personal":…,"salt":"<base64>"}`, and its commitment.
 */
export function encodePersonalPart({ personal, origin }: PersonalPart): {
  plaintext: Buffer;
  commitment: string;
} {
  const salt = randomBytes(SALT_BYTES);
  const plaintext = canonicalBytes({ origin, personal, salt: salt.toString('base64') });
  return { plaintext, commitment: commitmentOf(salt, { personal, origin }) };
}

export function decodePersonalPart(plaintext: Uint8Array): PersonalPart & { readonly salt: Buffer } {
  const { personal, origin, salt } = JSON.parse(Buffer.from(plaintext).toString('utf8')) as PersonalPart & {
    salt: string;
  };
  return { personal, origin, salt: Buffer.from(salt, 'base64') };
}
