import type { UntrustedEvent } from '../event-store/event-store.js';

/** Wire type of the last event of a stream that the operator ended (`siegel log:repair --end`). */
export const STREAM_ENDED = 'StreamEnded.v1';

/** Prefix of the streams of trust. They record the ends of other streams under the same type. */
export const TRUST_PREFIX = 'trust-';

/** True if nothing from this event on counts, provided that the event is authenticated. */
export const endsStream = ({ type, stream }: Pick<UntrustedEvent, 'type' | 'stream'>): boolean =>
  type === STREAM_ENDED && !stream.startsWith(TRUST_PREFIX);
