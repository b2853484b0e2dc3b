import { sha256Hex } from '../../platform/crypto/sha256.js';
import type { UntrustedEvent, StreamEnd } from './event-store.js';

/** Returns the end of a stream, given its last event. */
export const endOf = ({ revision, metadata }: Pick<UntrustedEvent, 'revision' | 'metadata'>): StreamEnd => ({
  revision,
  metadataHash: sha256Hex(metadata),
});
