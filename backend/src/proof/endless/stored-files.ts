import type { StoredEvent } from '../../eventsourcing/trust/authenticate.js';
import { sha256Hex } from '../../platform/crypto/sha256.js';
import { BlobMissing, type BlobStore } from '../../vault/blob-store.js';
import { KeyMissing, SealBroken } from '../../vault/vault.js';

/** A file outside of the log that an event names by its hash. */
export interface NamedFile {
  /** Name of the stream, and of the key that seals the file. */
  readonly subject: string;
  /** Revision of the event. */
  readonly revision: number;
  readonly label: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Returns the files that these events name. Leaves out files whose names nobody can open any more. */
export type FilesNamedIn = (events: readonly StoredEvent[]) => Promise<readonly NamedFile[]>;

export type FileFault = 'file_altered' | 'file_missing';

/**
 * Reads the file and compares it with its hash. Returns undefined for the right file, for an erased file, and
 * for a file whose key is missing, which is reported elsewhere (rule:missing-is-not-erased).
 * @throws for temporary failures
 */
export async function faultOf(
  blobs: Pick<BlobStore, 'getRecorded'>,
  { subject, label, sha256 }: NamedFile,
): Promise<FileFault | undefined> {
  try {
    const bytes = await blobs.getRecorded(subject, label);
    return bytes === undefined || sha256Hex(bytes) === sha256 ? undefined : 'file_altered';
  } catch (error) {
    if (error instanceof BlobMissing) return 'file_missing';
    if (error instanceof SealBroken) return 'file_altered';
    if (error instanceof KeyMissing) return undefined;
    throw error;
  }
}
