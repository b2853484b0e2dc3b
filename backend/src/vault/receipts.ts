import type { Receipt } from '@siegel/contracts/receipt';
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Pool } from 'pg';
import { canonicalBytes } from '../platform/crypto/canonical-json.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import type { PublicKeyRecord } from './public-key-record.js';
import { ownKeyFinder, recordOwnKey } from './own-keys.js';

export interface SigningKey extends PublicKeyRecord {
  /** ISO 8601 UTC; the time at which the key was first recorded. */
  readonly since: string;
}

/**
 * The members of a stored event that its receipt repeats. `at`: ISO 8601 UTC. `hash`: hash of the event,
 * hexadecimal.
 */
export interface StoredAct {
  readonly stream: string;
  readonly revision: number;
  readonly hash: string;
  readonly at: string;
}

/**
 * Signs the service's acknowledgements (rule:acts-have-receipts). A reader needs only the public keys to
 * verify an acknowledgement. The public keys are kept permanently.
 */
export interface Receipts {
  readonly keyId: string;
  /**
   * The public keys that belong to the seeds in CHECKPOINT_KEY. They are computed from the seeds, so they do
   * not depend on any table.
   */
  readonly configuredKeys: readonly PublicKeyRecord[];
  /**
   * Records the public keys of CHECKPOINT_KEY. With them, a receipt can still be verified after the key that
   * signed it was replaced. Must resolve before the first receipt is issued.
   */
  start(): Promise<void>;
  /**
   * Signs a receipt, after the event was read back by its place. Nobody gets a receipt for an event that the
   * store does not have.
   * @throws StreamUntrusted if the store has no such event; EventStoreUnavailable
   */
  receiptFor(event: StoredAct): Promise<Receipt>;
  /** Returns an Ed25519 signature over the canonical JSON, base64. */
  sign(statement: object): string;
  /**
   * Returns all public keys in the table of signing keys, oldest first. People who verify receipts compare
   * these keys with their own copies.
   */
  publicKeys(): Promise<readonly PublicKeyRecord[]>;
  /**
   * Returns the key with this id if the service itself vouches for the key, otherwise undefined. The service
   * vouches for a configured key, and for a key whose row only an owner of INDEX_KEY can have written
   * (rule:own-keys-are-vouched). A row alone makes no key valid.
   */
  ownKey(keyId: string): Promise<PublicKeyRecord | undefined>;
}

export interface ReceiptParts {
  /** The first seed in CHECKPOINT_KEY, 32 bytes. The service signs with it. */
  readonly signingKey: Uint8Array;
  /** The other seeds in CHECKPOINT_KEY, after the first one. */
  readonly olderKeys?: readonly Uint8Array[];
  /**
   * Computes the proof that this service wrote the row of a key. Without `keyedHash`, only configured keys
   * count as the service's own.
   */
  readonly keyedHash?: Pick<KeyedHash, 'of'>;
  readonly pool: Pool;
  /**
   * Returns the name of the newest signed checkpoint before the event with this hash; null if there is none.
   */
  readonly checkpointBefore?: (eventHash: string) => Promise<string | null>;
  /** Reads the event back by its place. By default, every event counts as stored. @throws StreamUntrusted */
  readonly requireStored?: (event: StoredAct) => Promise<void>;
}

/** RFC 8410: the bytes that precede a key's 32 bytes in PKCS #8 and in SubjectPublicKeyInfo. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function createReceipts({
  signingKey,
  olderKeys = [],
  keyedHash,
  pool,
  checkpointBefore = async () => null,
  requireStored = async () => undefined,
}: ReceiptParts): Receipts {
  const { privateKey, keyId } = keyPair(signingKey);
  const configured = [signingKey, ...olderKeys].map(publicKeyOf);
  const signed = (statement: object): string =>
    sign(null, canonicalBytes(statement), privateKey).toString('base64');
  return {
    keyId,
    configuredKeys: configured,
    start: async () => {
      for (const key of configured) await recordOwnKey(pool, key, keyedHash);
    },
    receiptFor: async (event) => {
      await requireStored(event);
      const { stream, revision, hash, at } = event;
      const lastCheckpoint = await checkpointBefore(hash);
      const statement = { stream, revision, eventHash: hash, at, lastCheckpoint, keyId };
      return { ...statement, signature: signed(statement) };
    },
    sign: signed,
    publicKeys: async () =>
      (await publicKeysIn(pool)).map(({ keyId: id, publicKey: key }) => ({ keyId: id, publicKey: key })),
    ownKey: ownKeyFinder(pool, configured, keyedHash),
  };
}

/** Returns all public keys in the table of signing keys, oldest first. Needs no secret. */
export async function publicKeysIn(pool: Pool): Promise<SigningKey[]> {
  const { rows } = await pool.query<{ key_id: string; public_key: Buffer; created_at: Date }>(
    'SELECT key_id, public_key, created_at FROM signing_keys ORDER BY created_at, key_id',
  );
  return rows.map(({ key_id, public_key, created_at }) => ({
    keyId: key_id,
    publicKey: public_key.toString('base64'),
    since: created_at.toISOString(),
  }));
}

/** True if one of the keys signed exactly this receipt. */
export function verifyReceipt(receipt: Receipt, publicKeys: readonly PublicKeyRecord[]): boolean {
  const { signature, ...statement } = receipt;
  return verifyStatement(
    statement,
    signature,
    publicKeys.find((key) => key.keyId === receipt.keyId),
  );
}

/** @param signature base64 */
export function verifyStatement(
  statement: object,
  signature: string,
  key: PublicKeyRecord | undefined,
): boolean {
  if (key === undefined) return false;
  const publicKey = Buffer.from(key.publicKey, 'base64');
  if (publicKey.length !== 32 || signingKeyId(publicKey) !== key.keyId) return false;
  const spki = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' });
  return verify(null, canonicalBytes(statement), spki, Buffer.from(signature, 'base64'));
}

/** Returns the id of a public key: the first 16 digits of a hash. */
export const signingKeyId = (publicKey: Uint8Array): string =>
  createHash('sha256').update('vault/signing-key-id/v1\0').update(publicKey).digest('hex').slice(0, 16);

/**
 * Returns the public half of one of the keys of CHECKPOINT_KEY.
 * @param seed 32 bytes
 */
export function publicKeyOf(seed: Uint8Array): PublicKeyRecord {
  const { keyId, publicKey } = keyPair(seed);
  return { keyId, publicKey: publicKey.toString('base64') };
}

function keyPair(seed: Uint8Array): { privateKey: KeyObject; publicKey: Buffer; keyId: string } {
  if (seed.length !== 32) throw new Error(`CHECKPOINT_KEY must have 32 bytes, this one has ${seed.length}`);
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(SPKI_PREFIX.length);
  return { privateKey, publicKey, keyId: signingKeyId(publicKey) };
}
