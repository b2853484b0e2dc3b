import { ADDRESSES_MAX, INVITATIONS_MAX, OPENINGS_MAX } from '@siegel/contracts/limits';
import type { NdaEvent } from '../nda/nda.events.js';

type NdaEventType = NdaEvent['type'];
interface Placed {
  readonly revision: number;
  readonly type: string;
}

/** What came up as often as somebody asked, before it had limits (rule:streams-are-bounded). */
const WITHOUT_LIMIT: readonly (readonly NdaEventType[])[] = [
  ['SigningMadeRemote', 'SigningMadeInPerson'],
  ['InvitationOpened'],
];
const SIGNATURES: readonly NdaEventType[] = ['Party1Signed', 'Party2Signed'];

/** More than a history of today's can have of any kind, so that of such a history all is shown. */
export const SHOWN_OF_A_KIND_MAX = (INVITATIONS_MAX + ADDRESSES_MAX - 1) * OPENINGS_MAX;

/** What a document neither prints nor discloses of a long history. */
export interface ShortenedHistory {
  /** Revisions. */
  readonly omitted: ReadonlySet<number>;
  /** How many of its kind are omitted between the one before and this one, by the revision of one that stays. */
  readonly omittedBefore: ReadonlyMap<number, number>;
}

/**
 * A history that is too long to be printed shows the last change of how to sign and the last use of the link
 * before each signature, and how many more there were (rule:audit-page).
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
