import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import type { TrustRecords } from './trust-records.js';

/** Findings that remain where a repair put an event back, although the event is authenticated. */
const LEFT_BY_REPAIR: ReadonlySet<string> = new Set(['forked', 'missing', 'reordered']);

/**
 * Returns which findings the operator knows: those that he accepted at an adoption, everything behind the end
 * of an ended stream, and what a repair leaves behind. If a repaired event is altered later, the service
 * reports it again.
 */
export const acceptedIn =
  (adopted: Accepts, records: () => Pick<TrustRecords, 'isBehindEnd' | 'isPutBack'>): Accepts =>
  (stream, revision, kind, hash) =>
    adopted(stream, revision, kind, hash) ||
    records().isBehindEnd(stream, revision) ||
    (LEFT_BY_REPAIR.has(kind) && records().isPutBack(stream, revision));
