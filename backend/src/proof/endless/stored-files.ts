import type { StoredEvent } from '../../eventsourcing/trust/authenticate.js';
import { sha256Hex } from '../../platform/crypto/sha256.js';
import { BlobMissing, type BlobStore } from '../../vault/blob-store.js';
import { KeyMissing, MasterKeyUnknown, SealBroken } from '../../vault/vault.js';

/** A file outside of the log that an event names by its hash. */
export interface NamedFile {
  /** Name of the stream, and of the key that seals the file. */
  readonly subject: string;
  /** Revision of the event. */
  readonly revision: number;
  readonly label: string;
  /**
   * Hexadecimal. Null if the event names it in its sealed part, and this backend lacks the key to that part.
   */
  readonly sha256: string | null;
}

/**
 * Returns the files that these events name. Leaves out files whose names nobody can open any more. One event
 * that cannot be opened does not keep the others from being returned.
 */
export type FilesNamedIn = (events: readonly StoredEvent[]) => Promise<readonly NamedFile[]>;

/**
 * `key_unknown`: the key of the stream is wrapped by a master key that this backend does not have. Before
 * another master key is used, each backend knows it, so somebody changed the row of the key, or a key was
 * removed too early.
 */
export type FileFault = 'file_altered' | 'file_missing' | 'key_unknown';

/**
 * Reads the file and compares it with its hash. Returns undefined for the right file, for an erased file, and
 * for a file whose key is missing, which is reported elsewhere (rule:missing-is-not-erased).
 * @throws for temporary failures
 */
export async function faultOf(
  blobs: Pick<BlobStore, 'getRecorded'>,
  { subject, label, sha256 }: NamedFile,
): Promise<FileFault | undefined> {
  if (sha256 === null) return 'key_unknown';
  try {
    const bytes = await blobs.getRecorded(subject, label);
    return bytes === undefined || sha256Hex(bytes) === sha256 ? undefined : 'file_altered';
  } catch (error) {
    if (error instanceof BlobMissing) return 'file_missing';
    if (error instanceof SealBroken) return 'file_altered';
    if (error instanceof MasterKeyUnknown) return 'key_unknown';
    if (error instanceof KeyMissing) return undefined;
    throw error;
  }
}
