import { createHash, randomBytes } from 'node:crypto';
import { canonicalBytes } from '../../platform/crypto/canonical-json.js';
import type { Origin } from './event.js';
import type { Commitments } from './event-encoding.js';

const SALT_BYTES = 32;

/** What of an event is sealed: its personal fields, and from where the act came. */
export interface PersonalPart {
  readonly personal?: object | undefined;
  readonly origin?: Origin | undefined;
}

/**
 * A commitment that stays readable beside the blob (rule:salted-commitment): SHA-256, hexadecimal, over the 32
 * bytes of the salt followed by the canonical JSON (UTF-8) of `{"personal":…}` or of `{"origin":…}`, each with
 * a salt of its own; in format 1 of `{"origin":…,"personal":…}` with one, of which an absent one is left out.
 * The salt lies inside the blob: whoever may open it can disclose salt and plaintext and prove them; when the
 * key is gone nothing can be guessed.
 */
export function commitmentOf(salt: Uint8Array, { personal, origin }: PersonalPart): string {
  return createHash('sha256').update(salt).update(canonicalBytes({ origin, personal })).digest('hex');
}

interface Committed {
  readonly salt: string;
  readonly commitment: string;
}

function committed(part: PersonalPart): Committed {
  const salt = randomBytes(SALT_BYTES);
  return { salt: salt.toString('base64'), commitment: commitmentOf(salt, part) };
}

/**
 * The plaintext to seal, canonical JSON of
 * `{"origin":…,"personal":…,"salts":{"origin":"<base64>","personal":"<base64>"}}`, absent ones left out, and the
 * commitments.
 */
export function encodePersonalPart({ personal, origin }: PersonalPart): {
  plaintext: Buffer;
  commitments: Commitments;
} {
  const ofPersonal = personal && committed({ personal });
  const ofOrigin = origin && committed({ origin });
  const salts = { personal: ofPersonal?.salt, origin: ofOrigin?.salt };
  return {
    plaintext: canonicalBytes({ origin, personal, salts }),
    commitments: { personal: ofPersonal?.commitment, origin: ofOrigin?.commitment },
  };
}

/** What was sealed, and the salts that prove it, base64. */
export interface DecodedPart extends PersonalPart {
  /** Of format 1: over both. */
  readonly salt?: string | undefined;
  readonly salts?: { readonly personal?: string; readonly origin?: string } | undefined;
}

export function decodePersonalPart(plaintext: Uint8Array): DecodedPart {
  const part = JSON.parse(Buffer.from(plaintext).toString('utf8')) as DecodedPart;
  const { personal, origin, salt, salts } = part;
  return { personal, origin, salt, salts };
}
