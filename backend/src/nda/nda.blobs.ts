import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';

// Labels of the blobs that are stored with an NDA's stream. Each hash is the hexadecimal SHA-256 of the
// bytes.

/** The document of record. */
export const documentLabel = (documentHash: string): string => `document:${documentHash}`;
/** The PNG of a signature. */
export const signatureLabel = (signatureHash: string): string => `signature:${signatureHash}`;

/** A blob that an event names. */
export interface NamedBlob {
  readonly label: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Matches the wire types of the events that name a blob, in any version. */
export const NAMES_FILE = /^(Party[12]Signed|DocumentSealed)\.v\d+$/;

/**
 * Returns the blobs that an event names. Every blob is stored before its event is appended. Returns none for a
 * signature whose event nobody can open.
 */
export function filesNamedBy(event: Recorded<NdaEvent>): readonly NamedBlob[] {
  if (event.type === 'DocumentSealed') {
    const { documentHash } = event.open;
    return [{ label: documentLabel(documentHash), sha256: documentHash }];
  }
  if (event.type !== 'Party1Signed' && event.type !== 'Party2Signed') return [];
  const hash = event.personal?.signatureHash;
  return hash === undefined ? [] : [{ label: signatureLabel(hash), sha256: hash }];
}
