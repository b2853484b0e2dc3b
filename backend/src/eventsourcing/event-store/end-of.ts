import { sha256Hex } from '../../platform/crypto/sha256.js';
import type { StoredEvent, StreamEnd } from './event-store.js';

/** End of the stream whose last event this is. */
export const endOf = ({ revision, metadata }: Pick<StoredEvent, 'revision' | 'metadata'>): StreamEnd => ({
  revision,
  metadataHash: sha256Hex(metadata),
});
