import type { Sealed } from './sealed.js';

/**
 * Keys and sealing (rule:personal-data-is-sealed). Every stream (subject) has one AES-256-GCM key, wrapped by
 * the master key; destroying it erases all data that it sealed. After a destruction nothing can be sealed for
 * that subject again: its tombstone stays. A tombstone counts only if an event of the stream calls for it;
 * any other one is a forged row, and the key is missing (rule:missing-is-not-erased).
 */
export interface Vault {
  /** Creates the subject's key, or returns the id of the one it has. @throws KeyDestroyed, KeyMissing */
  createKey(subject: string): Promise<string>;
  /** Id of the subject's living key, or undefined if there is none or it was destroyed. */
  keyIdOf(subject: string): Promise<string | undefined>;
  /** True if the subject's key was destroyed, and an event called for that. */
  isDestroyed(subject: string): Promise<boolean>;
  /**
   * Seals an event's personal part; the other fields are bound as additional data.
   * @throws KeyDestroyed, KeyMissing
   */
  seal(what: Omit<Sealed, 'bytes' | 'keyId'>, plaintext: Uint8Array): Promise<Sealed>;
  /**
   * Undefined if the key was destroyed.
   * @throws SealBroken if the bytes or their context were altered; KeyMissing
   */
  open(sealed: Sealed): Promise<Uint8Array | undefined>;
  /**
   * Seals bytes that are no event (a signature image, the document of record, a mail): bound to subject and
   * label.
   * @throws KeyDestroyed, KeyMissing
   */
  sealBytes(subject: string, label: string, plaintext: Uint8Array): Promise<Uint8Array>;
  /** Undefined if the key was destroyed. @throws SealBroken, KeyMissing */
  openBytes(subject: string, label: string, sealed: Uint8Array): Promise<Uint8Array | undefined>;
  /**
   * Returns what `make` derived from opened plaintext for `owner`. It is derived once while the owner and the
   * subject's key are both in memory, and is gone with either: never returned if the key may not be used.
   */
  memoizeUnderKey<Made extends object>(
    subject: string,
    owner: object,
    make: () => Promise<Made>,
  ): Promise<Made>;
  /**
   * Destroys the key in the database and in the caches of all backends; safe to repeat. Only for a caller
   * that has seen the event that calls for it. Resolves with the time of the first destruction.
   */
  destroyKey(subject: string, known?: KnownDestruction): Promise<{ destroyedAt: string }>;
}

/** Known facts about a destruction that is done, or repeated. */
export interface KnownDestruction {
  /** Time of the destruction, ISO 8601 UTC, if this database has forgotten it; now by default. */
  readonly at?: string;
  /** True if an event of the stream records the destruction: then it does not count once more. */
  readonly isRecorded?: boolean;
}

export class KeyDestroyed extends Error {
  constructor(readonly subject: string) {
    super(`the key of ${subject} was destroyed`);
    this.name = 'KeyDestroyed';
  }
}

/**
 * The subject's key is wrapped by a master key that this backend does not know: another backend may open it.
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
 * The subject has no key, though every subject begins with its key and no event calls for its destruction.
 * The database was restored to an earlier time, does not belong to the log, or was tampered with
 * (rule:missing-is-not-erased).
 */
export class KeyMissing extends Error {
  constructor(readonly subject: string) {
    super(`the key of ${subject} is missing`);
    this.name = 'KeyMissing';
  }
}

/** An error handler for a list that may leave out subjects with a missing key. @throws any other error */
export function ignoreMissingKey(error: unknown): undefined {
  if (!(error instanceof KeyMissing)) throw error;
}

export class SealBroken extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SealBroken';
  }
}
