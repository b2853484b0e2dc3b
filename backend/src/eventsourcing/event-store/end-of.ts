import { sha256Hex } from '../../platform/crypto/sha256.js';
import type { StoredEvent, StreamEnd } from './event-store.js';

/** Returns the end of a stream, given its last event. */
export const endOf = ({ revision, metadata }: Pick<StoredEvent, 'revision' | 'metadata'>): StreamEnd => ({
  revision,
  metadataHash: sha256Hex(metadata),
});
