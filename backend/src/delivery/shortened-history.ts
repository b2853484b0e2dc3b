import { ADDRESSES_MAX, INVITATIONS_MAX, OPENINGS_MAX } from '@siegel/contracts/limits';
import type { NdaEvent } from '../nda/nda.events.js';

type NdaEventType = NdaEvent['type'];
interface Placed {
  readonly revision: number;
  readonly type: string;
}

/** Events that could occur without limit before limits existed (rule:streams-are-bounded). */
const WITHOUT_LIMIT: readonly (readonly NdaEventType[])[] = [
  ['SigningMadeRemote', 'SigningMadeInPerson'],
  ['InvitationOpened'],
];
const SIGNATURES: readonly NdaEventType[] = ['Party1Signed', 'Party2Signed'];

/** More than a current history can have of any kind, so that such a history is shown in full. */
export const SHOWN_OF_A_KIND_MAX = (INVITATIONS_MAX + ADDRESSES_MAX - 1) * OPENINGS_MAX;

/** The events that a document of a long history neither prints nor discloses. */
export interface ShortenedHistory {
  /** Revisions. */
  readonly omitted: ReadonlySet<number>;
  /**
   * By the revision of a shown event: the number of its kind omitted between the previous shown one and this
   * one.
   */
  readonly omittedBefore: ReadonlyMap<number, number>;
}

/**
 * Shortens a history that is too long to print: before each signature it shows the last change of how to sign
 * and the last use of the link, and how many more there were (rule:audit-page).
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
