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
  (stream, revision, kind, hash, recorded) => {
    if (kind === BEGUN_AGAIN) return adopted(stream, revision, 'missing', hash);
    if (adopted(stream, revision, kind, hash)) return true;
    const finding = { stream, revision, kind, hash, recorded };
    return records().isBehindEnd(stream, revision) || isLeft(records(), finding);
  };

/**
 * Returns which findings of a verification the operator knows: also everything in a part of a trust stream behind
 * which a later part was begun. A reader of the part must not ask this, because the part stays closed there.
 */
export const knownIn =
  (accepted: Accepts, records: () => Pick<TrustRecords, 'isBehindPart'>): Accepts =>
  (stream, revision, ...finding) =>
    accepted(stream, revision, ...finding) || records().isBehindPart(stream, revision);

interface Finding {
  readonly stream: string;
  readonly revision: number;
  readonly kind: string;
  readonly hash: string | undefined;
  readonly recorded: readonly string[] | undefined;
}

/** True for a finding that remains although the repair succeeded. */
function isLeft(records: FindingRecords, { stream, revision, kind, hash, recorded }: Finding): boolean {
  // The tree keeps the leaves of both branches.
  if (kind === 'forked') return isDecided(records, stream, { revision, hash, recorded });
  if (hash === undefined) return false;
  if (kind === 'missing') return records.isGivenUp(stream, { revision, hash });
  // In EventStoreDB an event that was put back stands behind events that were recorded later.
  return kind === 'reordered' && records.isPutBack(stream, { revision, hash });
}

type Fork = Pick<Finding, 'revision' | 'hash' | 'recorded'>;

/**
 * True if the operator chose the stored event among all that were recorded at the place. If the caller does not
 * know the stored event, it may be any of them.
 */
function isDecided(
  records: FindingRecords,
  stream: string,
  { revision, hash, recorded = [] }: Fork,
): boolean {
  const candidates = hash === undefined ? recorded : [hash];
  return candidates.some((stored) => {
    const others = recorded.filter((one) => one !== stored);
    return records.isChosen(stream, { revision, hash: stored }, others);
  });
}
