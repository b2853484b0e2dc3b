import type { DocumentOfRecordView } from '@siegel/contracts/audit/views';
import { isOwnName } from '@siegel/contracts/own-members';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import { ndaEvents } from '../../nda/nda.registry.js';
import { type Agreement, agreementAfter, NO_AGREEMENT } from '../../agreements/agreement.js';

/** The state of an NDA after an event of its history; everything personal is still sealed. */
export interface ReplayState {
  /** Revision of that event; -1 before the first event. */
  readonly revision: number;
  /** Time of that event; empty before the first event. */
  readonly at: string;
  /**
   * The agreement. An erasure does not change this value, because the open part of the agreement is still
   * true.
   */
  readonly nda: Agreement;
  readonly erasedAt: string | null;
  readonly document: DocumentOfRecordView | null;
}

export const INITIAL_REPLAY_STATE: ReplayState = {
  revision: -1,
  at: '',
  nda: NO_AGREEMENT,
  erasedAt: null,
  document: null,
};

/**
 * True if this version knows the content of the event. An unknown event has another type, a later version, or
 * data that does not fit its type. Such an event changes nothing but the revision and the time.
 */
export const isKnown = ({
  type,
  version,
  unknown,
}: Pick<Recorded, 'type' | 'version' | 'unknown'>): boolean =>
  !unknown && isOwnName(ndaEvents, type) && version > 0 && version <= ndaEvents[type].version;

/**
 * Events that remove data from the agreement. The history still shows that data, so these events are not
 * folded.
 */
const ENDS: readonly string[] = ['NdaErased', 'NdaKeyDestroyed'] satisfies NdaEvent['type'][];

function ndaAfter(nda: Agreement, event: Recorded<NdaEvent>): Agreement {
  if (isKnown(event) && !ENDS.includes(event.type)) return agreementAfter(nda, event);
  return { ...nda, state: { ...nda.state, revision: event.revision } };
}

function documentAfter(
  known: DocumentOfRecordView | null,
  event: Recorded<NdaEvent>,
): DocumentOfRecordView | null {
  if (event.type !== 'DocumentSealed' || !isKnown(event)) return known;
  const { documentHash, pages, bytes } = event.open;
  return { documentHash, sealedAt: event.at, revision: event.revision, pages, bytes };
}

export const replayStateAfter = (before: ReplayState, event: Recorded<NdaEvent>): ReplayState => ({
  revision: event.revision,
  at: event.at,
  nda: ndaAfter(before.nda, event),
  erasedAt: before.erasedAt ?? (event.type === 'NdaErased' && isKnown(event) ? event.at : null),
  document: documentAfter(before.document, event),
});

/**
 * Returns the state before and the state after the last of these events.
 * @param events a history, beginning with its first event
 */
export function lastStep(events: readonly Recorded<NdaEvent>[]): {
  readonly before: ReplayState;
  readonly after: ReplayState;
} {
  const before = events.slice(0, -1).reduce(replayStateAfter, INITIAL_REPLAY_STATE);
  return { before, after: events.slice(-1).reduce(replayStateAfter, before) };
}

/** Returns the revision of the last event at or before a moment; -1 if there is none. @param time ISO 8601 */
export function lastRevisionBy(events: readonly Pick<Recorded, 'at'>[], time: string): number {
  const moment = Date.parse(time);
  return events.findLastIndex(({ at }) => Date.parse(at) <= moment);
}
