import { type Accepts, BEGUN_AGAIN } from '../eventsourcing/trust/closed-streams.js';
import type { TrustRecords } from './trust-records.js';

/** The records from which follows which findings the operator knows. */
export type FindingRecords = Pick<TrustRecords, 'isBehindEnd' | 'isPutBack' | 'isChosen' | 'isGivenUp'>;

/**
 * Returns which findings the operator knows: those that he accepted at an adoption, everything behind the end
 * of an ended stream, and what a repair leaves behind. A record of a repair is about the events that it names:
 * another event at the same place is a new finding. No record lets a stream begin again.
 */
export const acceptedIn =
  (adopted: Accepts, records: () => FindingRecords): Accepts =>
  (stream, revision, kind, hash) => {
    if (kind === BEGUN_AGAIN) return adopted(stream, revision, 'missing', hash);
    if (adopted(stream, revision, kind, hash)) return true;
    return records().isBehindEnd(stream, revision) || isLeft(records(), { stream, revision, kind, hash });
  };

interface Finding {
  readonly stream: string;
  readonly revision: number;
  readonly kind: string;
  readonly hash: string | undefined;
}

/** True for a finding that remains although the repair succeeded. */
function isLeft(records: FindingRecords, { stream, revision, kind, hash }: Finding): boolean {
  // The tree keeps the leaves of both branches.
  if (kind === 'forked') return records.isChosen(stream, revision, hash);
  if (hash === undefined) return false;
  if (kind === 'missing') return records.isGivenUp(stream, { revision, hash });
  // In EventStoreDB an event that was put back stands behind events that were recorded later.
  return kind === 'reordered' && records.isPutBack(stream, { revision, hash });
}
