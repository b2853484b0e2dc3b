import type { EventBytes } from '../event-store/event-store.js';

/** Beginning of the names of the trust stream's parts, as in `trust-1` and `trust-of-nda-<id>`. */
export const TRUST_STREAM_PREFIX = 'trust-';

/** Stored type of the event with which the operator ends a stream for good. */
export const END_MARK_TYPE = 'StreamEnded.v1';

/**
 * True for the event that marks the end of its own stream. In a trust stream, an event of the same type
 * records that another stream has ended, so it marks nothing there.
 */
export const isEndMark = ({ stream, type }: Pick<EventBytes, 'type'> & { readonly stream: string }): boolean =>
  type === END_MARK_TYPE && !stream.startsWith(TRUST_STREAM_PREFIX);
