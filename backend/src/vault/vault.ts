import type { Sealed } from './sealed.js';

/** The key that a subject has after the call. */
export interface CreatedKey {
  readonly keyId: string;
  /** False if the subject had the key before. */
  readonly isNew: boolean;
}

/**
 * Keys and sealing (rule:personal-data-is-sealed). Every stream (subject) has one AES-256-GCM key, which is
 * wrapped by the master key. Destroying the key erases all data that was sealed with it. The row of a
 * destroyed key stays as a tombstone, so nothing can be sealed for the subject again. A tombstone is valid
 * only if an event of the stream calls for the destruction. Any other tombstone is forged, and the key counts
 * as missing (rule:missing-is-not-erased).
 */
export interface Vault {
  /**
   * Creates the subject's key, unless the subject already has one.
   * @throws KeyDestroyed, KeyMissing
   */
  createKey(subject: string): Promise<CreatedKey>;
  /**
   * Returns the id of the subject's key. Returns undefined if the subject has no key, or if the key was
   * destroyed.
   */
  keyIdOf(subject: string): Promise<string | undefined>;
  /** True if the subject's key was destroyed and an event called for the destruction. */
  isDestroyed(subject: string): Promise<boolean>;
  /**
   * Seals an event's personal part. The members of `what` are bound to the sealed bytes as additional data.
   * @throws KeyDestroyed, KeyMissing
   */
  seal(what: Omit<Sealed, 'bytes' | 'keyId'>, plaintext: Uint8Array): Promise<Sealed>;
  /**
   * Returns the plaintext. Returns undefined if the key was destroyed.
   * @throws SealBroken if the bytes or their context were altered; KeyMissing
   */
  open(sealed: Sealed): Promise<Uint8Array | undefined>;
  /**
   * Seals bytes that do not belong to an event (a signature image, the document of record, a mail). The
   * sealed bytes are bound to subject and label.
   * @throws KeyDestroyed, KeyMissing
   */
  sealBytes(subject: string, label: string, plaintext: Uint8Array): Promise<Uint8Array>;
  /**
   * Returns the plaintext. Returns undefined if the key was destroyed.
   * @throws SealBroken, KeyMissing
   */
  openBytes(subject: string, label: string, sealed: Uint8Array): Promise<Uint8Array | undefined>;
  /**
   * Returns the data that `make` derives from opened plaintext for `owner`. The data is memoized only while
   * the owner and the subject's key are both in memory. It is therefore never returned once the key may no
   * longer be used.
   */
  memoizeUnderKey<Made extends object>(
    subject: string,
    owner: object,
    make: () => Promise<Made>,
  ): Promise<Made>;
  /**
   * Destroys the key in the database and in the caches of all backends. Safe to repeat. Call this only after
   * reading the event that calls for the destruction. Resolves with the time of the first destruction.
   */
  destroyKey(subject: string, known?: KnownDestruction): Promise<{ destroyedAt: string }>;
}

/** Facts that the caller knows about an earlier or repeated destruction. */
export interface KnownDestruction {
  /**
   * Time of the destruction, ISO 8601 UTC; the current time by default. Set it if this database no longer has
   * the time of the destruction.
   */
  readonly at?: string;
  /**
   * True if an event of the stream already records the destruction. In that case, a repeated destruction does
   * not change the number in the column `destruction` of `vault_keys`.
   */
  readonly isRecorded?: boolean;
}

export class KeyDestroyed extends Error {
  constructor(readonly subject: string) {
    super(`the key of ${subject} was destroyed`);
    this.name = 'KeyDestroyed';
  }
}

/**
 * The subject's key is wrapped by a master key that this backend does not know. Another backend may know it.
 */
export class MasterKeyUnknown extends Error {
  constructor(readonly masterKeyId: string) {
    super(
      `a key is wrapped by the master key ${masterKeyId}, which this backend has neither as MASTER_KEY nor as MASTER_KEY_OLD`,
    );
    this.name = 'MasterKeyUnknown';
  }
}

/**
 * The subject has no key, although no event calls for the key's destruction. Every subject gets its key
 * before its first event. So the database was restored to an earlier time, does not belong to the log, or was
 * tampered with (rule:missing-is-not-erased).
 */
export class KeyMissing extends Error {
  constructor(readonly subject: string) {
    super(`the key of ${subject} is missing`);
    this.name = 'KeyMissing';
  }
}

/**
 * Error handler that ignores a missing key. Meant for lists that may leave out subjects without a key.
 * @throws any other error
 */
export function ignoreMissingKey(error: unknown): undefined {
  if (!(error instanceof KeyMissing)) throw error;
}

export class SealBroken extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SealBroken';
  }
}
