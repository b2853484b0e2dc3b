import { isReadable, type Recorded } from '../eventsourcing/journal/event.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { initialNda, type NdaState } from '../nda/nda.state.js';
import { NO_PARTS, sealedAfter, type SealedParts } from './sealed-parts.js';

/** An agreement folded from its events. Its sealed parts are still sealed. */
export interface Agreement {
  readonly state: NdaState;
  readonly sealed: SealedParts;
  /**
   * Time of the last event that counts, if the stream is closed after it. Absent if the whole stream counts, or
   * if nobody asked.
   */
  readonly untrustedSince?: string;
  /** Hash of the last event. Absent if the agreement was not folded from its stream. */
  readonly lastHash?: string;
}

export const NO_AGREEMENT: Agreement = { state: initialNda, sealed: NO_PARTS };

/**
 * Returns the agreement after one more event. An event of an unknown type or version changes only `revision`
 * and `lastAt`. An event that cannot be decoded changes nothing.
 */
export function agreementAfter(before: Agreement, event: Recorded<NdaEvent>): Agreement {
  const { state, sealed } = before;
  if (!isReadable(event)) return before;
  if (event.unknown) return { state: { ...state, revision: event.revision, lastAt: event.at }, sealed };
  const next = ndaDecider.evolve(state, event);
  return { state: next, sealed: sealedAfter(sealed, event, next) };
}
