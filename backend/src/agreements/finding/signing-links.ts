import { type PendingRowParts, pendingRow } from '../../eventsourcing/projections/pending-row.js';
import { bearerTokenHash } from '../../http/callers/bearer-token.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { Tampering } from '../../platform/tampering/tampering.js';
import type { LinkTokens } from '../../vault/link-tokens.js';
import type { CurrentNdas } from '../current-ndas.js';
import { agreementProjection } from '../agreement.projection.js';
import { ndasOfLink } from './ndas-of-link.js';

/** The NDA that a link leads to. */
export interface SigningLink {
  readonly ndaId: string;
  readonly tokenHash: string;
}

export interface SigningLinksParts extends PendingRowParts {
  readonly ndas: Pick<CurrentNdas, 'state' | 'untrustedSince'>;
  readonly tokens: Pick<LinkTokens, 'isInvitation'>;
  readonly tampering: Tampering;
}

/**
 * Finds the NDA that a link leads to. It searches the rows and the events that are not in the rows yet
 * (rule:read-your-writes). The stream must confirm that the link belongs to the NDA. If the link has an id,
 * the token must have been derived from that id (rule:stream-confirms-who-may, rule:link-tokens).
 */
export class SigningLinks {
  constructor(private readonly parts: SigningLinksParts) {}

  /** @throws RuleBroken invalid_link, EventStoreUnavailable */
  async find(token: string): Promise<SigningLink> {
    const tokenHash = bearerTokenHash(token);
    if (tokenHash === undefined) throw new RuleBroken('invalid_link');
    const ndaId =
      (await this.confirmed(await this.rows(tokenHash), token, tokenHash)) ??
      (await this.confirmed(await this.pending(tokenHash), token, tokenHash)) ??
      // The rows are searched again, because the projection may have written the row after the first search
      // but before `pending` read the projection's checkpoint.
      (await this.confirmed(await this.rows(tokenHash), token, tokenHash));
    if (ndaId === undefined) throw new RuleBroken('invalid_link');
    return { ndaId, tokenHash };
  }

  private rows(tokenHash: string): Promise<readonly string[]> {
    return ndasOfLink(this.parts.pool, tokenHash);
  }

  private async pending(tokenHash: string): Promise<readonly string[]> {
    const row = await pendingRow(this.parts, agreementProjection, ({ tokenHashes }) =>
      tokenHashes.includes(tokenHash),
    );
    return row === undefined ? [] : [row.id];
  }

  /** Returns the id of the NDA that issued the link. */
  private async confirmed(
    found: readonly string[],
    token: string,
    tokenHash: string,
  ): Promise<string | undefined> {
    for (const ndaId of found) if (await this.isIssued(ndaId, token, tokenHash)) return ndaId;
    return undefined;
  }

  private async isIssued(ndaId: string, token: string, tokenHash: string): Promise<boolean> {
    const { ndas, tokens, tampering } = this.parts;
    const { issuedLinks, erasedAt } = await ndas.state(ndaId);
    const same = issuedLinks.filter((link) => link.tokenHash === tokenHash);
    if (same.some(({ linkId }) => linkId === null || tokens.isInvitation(token, ndaId, linkId))) return true;
    if (erasedAt !== null) return false;
    // The event that issued the link may be in the part of the stream that does not count.
    if (same.length === 0 && (await ndas.untrustedSince(ndaId)) !== undefined) return false;
    if (same.length > 0) tampering.found('invitation_token', { ndaId });
    else tampering.found('row', { table: 'ndas', id: ndaId });
    return false;
  }
}
