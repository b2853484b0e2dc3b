import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { type RowToComeParts, rowToCome } from '../eventsourcing/projections/row-to-come.js';
import { CurrentStates } from '../eventsourcing/states/current-states.js';
import { bearerTokenHash } from '../http/bearer-token.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { RuleBroken } from '../platform/rule-broken.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import type { LinkTokens } from '../vault/link-tokens.js';
import { type IssuedLinks, issuedLinks } from './issued-links.js';
import { signingLinkProjection } from './signing-link.projection.js';

/** The one that a link means. */
export interface SigningLink {
  readonly ndaId: string;
  readonly tokenHash: string;
}

export interface SigningLinksParts extends RowToComeParts {
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'ends'>;
  readonly tokens: Pick<LinkTokens, 'isInvitation'>;
  readonly tampering: Tampering;
}

/** Rows that may have the hash of one token: more than one has been changed. */
const FOUND_MAX = 5;
const KEEPS = { states: 2_000, bytes: 4 * 1024 * 1024 };

/**
 * Finds what a link means by the projection `signing-links`, and by what that has yet to see (rule:read-your-writes).
 * The stream confirms that the link is one of its own, and its id that the token is the one which was made of it
 * (rule:stream-confirms-who-may, rule:link-tokens).
 */
export class SigningLinks {
  private readonly issued: CurrentStates<IssuedLinks, NdaEvent>;

  constructor(private readonly parts: SigningLinksParts) {
    const { store, journal } = parts;
    this.issued = new CurrentStates({ store, journal, fold: issuedLinks, keeps: KEEPS });
  }

  /** @throws RuleBroken invalid_link, EventStoreUnavailable */
  async find(token: string): Promise<SigningLink> {
    const tokenHash = bearerTokenHash(token);
    if (tokenHash === undefined) throw new RuleBroken('invalid_link');
    const ndaId =
      (await this.confirmed(await this.rows(tokenHash), token, tokenHash)) ??
      (await this.confirmed(await this.toCome(tokenHash), token, tokenHash)) ??
      // The projection may have written it after the first look and before it was asked how far it is.
      (await this.confirmed(await this.rows(tokenHash), token, tokenHash));
    if (ndaId === undefined) throw new RuleBroken('invalid_link');
    return { ndaId, tokenHash };
  }

  private async rows(tokenHash: string): Promise<readonly string[]> {
    const { rows } = await this.parts.pool.query<{ id: string }>(
      `SELECT id FROM signing_links WHERE token_hashes @> $1::jsonb LIMIT ${FOUND_MAX}`,
      [JSON.stringify([tokenHash])],
    );
    return rows.map(({ id }) => id);
  }

  private async toCome(tokenHash: string): Promise<readonly string[]> {
    const row = await rowToCome(this.parts, signingLinkProjection, ({ tokenHashes }) =>
      tokenHashes.includes(tokenHash),
    );
    return row === undefined ? [] : [row.id];
  }

  /** Which of these NDAs the link is of. */
  private async confirmed(
    found: readonly string[],
    token: string,
    tokenHash: string,
  ): Promise<string | undefined> {
    for (const ndaId of found) {
      const { state } = await this.issued.one(ndaStream(ndaId));
      if (this.isIssued(state, ndaId, token, tokenHash)) return ndaId;
    }
    return undefined;
  }

  private isIssued(
    { links, isErased }: IssuedLinks,
    ndaId: string,
    token: string,
    tokenHash: string,
  ): boolean {
    const same = links.filter((link) => link.tokenHash === tokenHash);
    const isOfItsId = same.some(
      ({ linkId }) => linkId === null || this.parts.tokens.isInvitation(token, ndaId, linkId),
    );
    if (isOfItsId || isErased) return isOfItsId;
    if (same.length > 0) this.parts.tampering.found('invitation_token', { ndaId });
    else this.parts.tampering.found('row', { table: 'signing_links', id: ndaId });
    return false;
  }
}
