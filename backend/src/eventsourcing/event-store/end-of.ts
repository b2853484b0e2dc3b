import { createHash } from 'node:crypto';
import type { StoredEvent, StreamEnd } from './event-store.js';

/** Of a stream whose last event this is. */
export const endOf = ({ revision, metadata }: Pick<StoredEvent, 'revision' | 'metadata'>): StreamEnd => ({
  revision,
  metadataHash: createHash('sha256').update(metadata).digest('hex'),
});
