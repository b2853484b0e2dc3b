import type { DocumentOfRecordView } from '@siegel/contracts/audit/views';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import { ndaEvents } from '../../nda/nda.registry.js';
import { type Agreement, agreementAfter, NO_AGREEMENT } from '../../agreements/agreement.js';

/** How an NDA stands after an event of its history; everything personal is still sealed. */
export interface Standing {
  /** Of that event; -1 before the first. */
  readonly revision: number;
  /** When it happened; empty before the first. */
  readonly at: string;
  /** As it was before its erasure, if any: its open part stays true. */
  readonly nda: Agreement;
  readonly erasedAt: string | null;
  readonly document: DocumentOfRecordView | null;
}

export const BEFORE_ALL: Standing = {
  revision: -1,
  at: '',
  nda: NO_AGREEMENT,
  erasedAt: null,
  document: null,
};

/**
 * Whether this version knows what the event says: other types, later versions of a type, and what is not as its type
 * has it are only counted.
 */
export const isKnown = ({
  type,
  version,
  unknown,
}: Pick<Recorded, 'type' | 'version' | 'unknown'>): boolean =>
  !unknown &&
  Object.hasOwn(ndaEvents, type) &&
  version > 0 &&
  version <= ndaEvents[type as NdaEvent['type']].version;

/** They take from the agreement what the history goes on to tell. */
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

/** How it stands after one more event. */
export const standingAfter = (before: Standing, event: Recorded<NdaEvent>): Standing => ({
  revision: event.revision,
  at: event.at,
  nda: ndaAfter(before.nda, event),
  erasedAt: before.erasedAt ?? (event.type === 'NdaErased' && isKnown(event) ? event.at : null),
  document: documentAfter(before.document, event),
});

/** How it stands before and after the last of these events, which are a history from its first one on. */
export function lastStep(events: readonly Recorded<NdaEvent>[]): {
  readonly before: Standing;
  readonly after: Standing;
} {
  const before = events.slice(0, -1).reduce(standingAfter, BEFORE_ALL);
  return { before, after: events.slice(-1).reduce(standingAfter, before) };
}

/** Revision of the last event at or before a moment; -1 where there is none. @param time ISO 8601 */
export function revisionAt(events: readonly Pick<Recorded, 'at'>[], time: string): number {
  const moment = Date.parse(time);
  return events.findLastIndex(({ at }) => Date.parse(at) <= moment);
}
