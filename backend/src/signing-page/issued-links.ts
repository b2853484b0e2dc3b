import type { StateFold } from '../eventsourcing/states/current-states.js';
import type { NdaEvent } from '../nda/nda.events.js';

/** A link that an invitation has, or had. */
export interface IssuedLink {
  /** SHA-256 of its token, as the event has it. */
  readonly tokenHash: string;
  /** What the token was made of (rule:link-tokens); null before links were sent. */
  readonly linkId: string | null;
}

export interface IssuedLinks {
  readonly links: readonly IssuedLink[];
  readonly isErased: boolean;
}

/** About so much of memory. */
const BYTES = 256;

/**
 * Once a link of an NDA was made of an id, each later one is: an event that names a token alone adds none then.
 */
function issued(
  { links, isErased }: IssuedLinks,
  tokenHash: string,
  linkId: string | undefined,
): IssuedLinks {
  const isOutdated = linkId === undefined && links.some((link) => link.linkId !== null);
  return { links: isOutdated ? links : [...links, { tokenHash, linkId: linkId ?? null }], isErased };
}

/** All links that an NDA ever had: what a link still allows is decided elsewhere (nda/rules/link.ts). */
export const issuedLinks: StateFold<IssuedLinks, NdaEvent> = {
  initial: { links: [], isErased: false },
  evolve: (state, event) => {
    if (event.unknown) return state;
    if (event.type === 'NdaErased') return { links: [], isErased: true };
    if (event.type === 'Party2Invited') return issued(state, event.open.tokenHash, event.open.linkId);
    if (event.type === 'Party2AddressCorrected' && event.open.tokenHash !== null)
      return issued(state, event.open.tokenHash, event.open.linkId);
    return state;
  },
  bytes: ({ links }) => links.length * BYTES,
};
