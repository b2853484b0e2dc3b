import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import type { PublicKeyRecord } from './public-key-record.js';

const PURPOSE = 'receipt';

type Hash = Pick<KeyedHash, 'of'>;

/**
 * Returns the proof that is stored in the row of a signing key. Only an owner of INDEX_KEY can compute it.
 */
const proofOf = (hash: Hash, { keyId, publicKey }: PublicKeyRecord): string =>
  hash.of('signing-key', JSON.stringify([keyId, publicKey]));

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Stores a configured key in `signing_keys`. If the key already has a row, the public key and the proof in
 * the row are corrected. Without `hash`, the row has no proof, and an existing proof is removed.
 */
export async function recordOwnKey(pool: Pool, key: PublicKeyRecord, hash: Hash | undefined): Promise<void> {
  await pool.query(
    `INSERT INTO signing_keys AS known (key_id, public_key, purpose, proof) VALUES ($1, $2, $3, $4)
     ON CONFLICT (key_id) DO UPDATE SET public_key = excluded.public_key, proof = excluded.proof
     WHERE known.public_key <> excluded.public_key OR known.proof IS DISTINCT FROM excluded.proof`,
    [
      key.keyId,
      Buffer.from(key.publicKey, 'base64'),
      PURPOSE,
      hash === undefined ? null : proofOf(hash, key),
    ],
  );
}

/**
 * Returns the configured keys, and the former keys whose rows prove that this service wrote them
 * (rule:own-keys-are-vouched). A forged row adds no key.
 */
export async function ownKeysIn(
  pool: Pool,
  configured: readonly PublicKeyRecord[],
  hash: Hash | undefined,
): Promise<readonly PublicKeyRecord[]> {
  if (hash === undefined) return configured;
  const { rows } = await pool.query<{ key_id: string; public_key: Buffer; proof: string }>(
    'SELECT key_id, public_key, proof FROM signing_keys WHERE proof IS NOT NULL ORDER BY created_at, key_id',
  );
  const former = rows
    .map(({ key_id, public_key, proof }) => ({
      key: { keyId: key_id, publicKey: public_key.toString('base64') },
      proof,
    }))
    .filter(({ key, proof }) => isSame(proof, proofOf(hash, key)))
    .map(({ key }) => key)
    .filter(({ keyId }) => configured.every((own) => own.keyId !== keyId));
  return [...former, ...configured];
}

/**
 * Returns a function that finds one of our own keys by its id. A key that was found once is not looked up
 * again.
 */
export function ownKeyFinder(
  pool: Pool,
  configured: readonly PublicKeyRecord[],
  hash: Hash | undefined,
): (keyId: string) => Promise<PublicKeyRecord | undefined> {
  const known = new Map(configured.map((key) => [key.keyId, key]));
  return async (keyId) => {
    if (!known.has(keyId))
      for (const key of await ownKeysIn(pool, configured, hash)) known.set(key.keyId, key);
    return known.get(keyId);
  };
}
