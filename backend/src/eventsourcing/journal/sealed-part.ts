import { createHash, randomBytes } from 'node:crypto';
import { canonicalBytes } from '../../platform/crypto/canonical-json.js';
import type { Origin } from './event.js';
import type { Commitments } from './event-encoding.js';

const SALT_BYTES = 32;

/** The part of an event that is sealed: its personal fields and the act's origin. */
export interface PersonalPart {
  readonly personal?: object | undefined;
  readonly origin?: Origin | undefined;
}

/**
 * Computes a commitment: SHA-256, hexadecimal, over the 32 bytes of the salt followed by canonical JSON
 * (UTF-8). The commitment stays readable beside the sealed part (rule:salted-commitment). In format 2 the
 * JSON is `{"personal":…}` or `{"origin":…}`, each with a salt of its own. In format 1 the JSON is
 * `{"origin":…,"personal":…}` with one salt, and absent members are left out. The salt is inside the sealed
 * part. So a reader who may open that part can disclose the salt and the plaintext, and prove that the
 * plaintext is genuine. Without the key nobody can confirm a guess.
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
 * Encodes the plaintext that is to be sealed, and computes its commitments. The plaintext is canonical JSON
 * of `{"origin":…,"personal":…,"salts":{"origin":"<base64>","personal":"<base64>"}}`. Absent members are left
 * out.
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

/** The decoded plaintext of a sealed part. The salts (base64) prove that the data are genuine. */
export interface DecodedPart extends PersonalPart {
  /** Only in format 1: the salt over both parts. */
  readonly salt?: string | undefined;
  readonly salts?: { readonly personal?: string; readonly origin?: string } | undefined;
}

export function decodePersonalPart(plaintext: Uint8Array): DecodedPart {
  const part = JSON.parse(Buffer.from(plaintext).toString('utf8')) as DecodedPart;
  const { personal, origin, salt, salts } = part;
  return { personal, origin, salt, salts };
}
