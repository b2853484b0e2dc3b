import type { Sealed } from './sealed.js';

/**
 * Keys and sealing (rule:personal-data-is-sealed). Every stream (subject) has one AES-256-GCM key, wrapped by
 * the master key; destroying it erases all that it sealed. After a destruction nothing can be sealed for that
 * subject again: its tombstone stays. A tombstone counts where an event of the stream calls for it; any other is a
 * row that somebody wrote, and the key is missing (rule:missing-is-not-erased).
 */
export interface Vault {
  /** Makes the subject's key, or names the one it has. @throws KeyDestroyed, KeyMissing */
  createKey(subject: string): Promise<string>;
  /** Id of the subject's living key, or undefined where there is none or it was destroyed. */
  keyIdOf(subject: string): Promise<string | undefined>;
  /** Whether the subject's key was destroyed, and an event called for that. */
  isDestroyed(subject: string): Promise<boolean>;
  /**
   * Seals an event's personal part; the other fields are bound as additional data.
   * @throws KeyDestroyed, KeyMissing
   */
  seal(what: Omit<Sealed, 'bytes' | 'keyId'>, plaintext: Uint8Array): Promise<Sealed>;
  /**
   * Undefined where the key was destroyed.
   * @throws SealBroken when the bytes or what they are bound to were altered; KeyMissing
   */
  open(sealed: Sealed): Promise<Uint8Array | undefined>;
  /**
   * Seals bytes that are no event (a signature image, the document of record, a mail): bound to subject and
   * label.
   * @throws KeyDestroyed, KeyMissing
   */
  sealBytes(subject: string, label: string, plaintext: Uint8Array): Promise<Uint8Array>;
  /** Undefined where the key was destroyed. @throws SealBroken, KeyMissing */
  openBytes(subject: string, label: string, sealed: Uint8Array): Promise<Uint8Array | undefined>;
  /**
   * What `make` makes of opened plaintext for `owner`; made once while the owner and the subject's key are
   * both in memory, and gone with either: never given out where the key may not be used.
   */
  memoizeUnderKey<Made extends object>(
    subject: string,
    owner: object,
    make: () => Promise<Made>,
  ): Promise<Made>;
  /**
   * Destroys the key in the database and in the caches of all backends; safe to repeat. For whoever has seen the
   * event that calls for it. Resolves with when the key was destroyed first.
   */
  destroyKey(subject: string, known?: KnownDestruction): Promise<{ destroyedAt: string }>;
}

/** What is known of a destruction that is done, or done again. */
export interface KnownDestruction {
  /** When that was, ISO 8601 UTC, where this database has forgotten it; now by default. */
  readonly at?: string;
  /** Whether an event of the stream says that the key was destroyed: then it does not count once more. */
  readonly isRecorded?: boolean;
}

export class KeyDestroyed extends Error {
  constructor(readonly subject: string) {
    super(`the key of ${subject} was destroyed`);
    this.name = 'KeyDestroyed';
  }
}

/** The subject's key is wrapped by a master key that this backend does not know: another one may open it. */
export class MasterKeyUnknown extends Error {
  constructor(readonly masterKeyId: string) {
    super(
      `a key is wrapped by the master key ${masterKeyId}, which this backend knows neither as MASTER_KEY nor as MASTER_KEY_OLD`,
    );
    this.name = 'MasterKeyUnknown';
  }
}

/**
 * There is no key of the subject, though every subject begins with its key and no event calls for its destruction:
 * the database was put back to before it, is not the one that belongs to the log, or somebody wrote into it
 * (rule:missing-is-not-erased).
 */
export class KeyMissing extends Error {
  constructor(readonly subject: string) {
    super(`the key of ${subject} is missing`);
    this.name = 'KeyMissing';
  }
}

/** To be caught with, where one of many may be left out. @throws what it is given, where it is anything else */
export function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof KeyMissing)) throw error;
}

export class SealBroken extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SealBroken';
  }
}
