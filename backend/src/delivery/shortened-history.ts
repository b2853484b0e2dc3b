import { ADDRESSES_MAX, INVITATIONS_MAX, OPENINGS_MAX } from '@siegel/contracts/limits';
import type { NdaEvent } from '../nda/nda.events.js';

type NdaEventType = NdaEvent['type'];
interface Placed {
  readonly revision: number;
  readonly type: string;
}

/**
 * Kinds of events that an older history may contain in any number, because their limits were introduced later
 * (rule:streams-are-bounded).
 */
const WITHOUT_LIMIT: readonly (readonly NdaEventType[])[] = [
  ['SigningMadeRemote', 'SigningMadeInPerson'],
  ['InvitationOpened'],
];
const SIGNATURES: readonly NdaEventType[] = ['Party1Signed', 'Party2Signed'];

/**
 * A history with more events of one kind than this is shortened. Today's limits allow no more, so a current
 * history is shown in full.
 */
export const SHOWN_OF_A_KIND_MAX = (INVITATIONS_MAX + ADDRESSES_MAX - 1) * OPENINGS_MAX;

/** The events that the document neither prints nor discloses if its history is long. */
export interface ShortenedHistory {
  /** Revisions. */
  readonly omitted: ReadonlySet<number>;
  /**
   * The key is the revision of a kept event. The value is the number of events of the same kind that were
   * omitted since the previous kept event of that kind.
   */
  readonly omittedBefore: ReadonlyMap<number, number>;
}

/**
 * Shortens a history that is too long to print (rule:audit-page). Only the last change of the signing mode
 * and the last use of the link before each signature are shown. With each of these events, the document
 * states how many events of its kind were omitted before it.
 */
export function shortenedHistory(events: readonly Placed[]): ShortenedHistory {
  const [omitted, omittedBefore] = [new Set<number>(), new Map<number, number>()];
  const signatures = events.filter(({ type }) => isOf(SIGNATURES, type));
  for (const kind of WITHOUT_LIMIT) {
    const all = events.filter(({ type }) => isOf(kind, type));
    if (all.length <= SHOWN_OF_A_KIND_MAX) continue;
    const lasts = signatures.map((signature) =>
      all.findLast(({ revision }) => revision < signature.revision),
    );
    let count = 0;
    for (const event of all) {
      const stays = lasts.includes(event);
      if (stays) omittedBefore.set(event.revision, count);
      else omitted.add(event.revision);
      count = stays ? 0 : count + 1;
    }
  }
  return { omitted, omittedBefore };
}

const isOf = (types: readonly string[], type: string): boolean => types.includes(type);
