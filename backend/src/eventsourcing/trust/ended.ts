import type { EventBytes } from '../event-store/event-store.js';

/** Beginning of the names of the trust stream's parts, as in `trust-1` and `trust-of-nda-<id>`. */
export const TRUST_PREFIX = 'trust-';

/** Stored type of the event with which the operator ends a stream for good. */
export const STREAM_ENDED = 'StreamEnded.v1';

/**
 * True for the event that marks the end of its own stream. In a trust stream, an event of the same type
 * records that another stream has ended, so it marks nothing there.
 */
export const endsStream = ({
  stream,
  type,
}: Pick<EventBytes, 'type'> & { readonly stream: string }): boolean =>
  type === STREAM_ENDED && !stream.startsWith(TRUST_PREFIX);
