import { type PendingRowParts, pendingRow } from '../../eventsourcing/projections/pending-row.js';
import { bearerTokenHash } from '../../http/callers/bearer-token.js';
import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import { ndaStream } from '../../nda/nda.events.js';
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
  readonly ndas: Pick<CurrentNdas, 'current'>;
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

  /**
   * @throws RuleBroken invalid_link, EventStoreUnavailable; StreamUntrusted if the event that issued the link may
   * be in the part of a closed stream that does not count
   */
  async find(token: string): Promise<SigningLink> {
    const tokenHash = bearerTokenHash(token);
    if (tokenHash === undefined) throw new RuleBroken('invalid_link');
    const rows = (): Promise<readonly string[]> => ndasOfLink(this.parts.pool, tokenHash);
    let closed: StreamUntrusted | undefined;
    // The rows are searched again, because the projection may have written the row after the first search but
    // before `pending` read the projection's checkpoint.
    for (const search of [rows, () => this.pending(tokenHash), rows])
      for (const ndaId of await search()) {
        const found = await this.isIssued(ndaId, token, tokenHash);
        if (found === true) return { ndaId, tokenHash };
        if (found !== false) closed ??= found;
      }
    throw closed ?? new RuleBroken('invalid_link');
  }

  private async pending(tokenHash: string): Promise<readonly string[]> {
    const row = await pendingRow(this.parts, agreementProjection, ({ tokenHashes }) =>
      tokenHashes.includes(tokenHash),
    );
    return row === undefined ? [] : [row.id];
  }

  /**
   * True if the NDA issued the link. Returns an error if nobody knows, because the NDA's stream is closed. If no
   * event of the stream counts, there is no such NDA.
   */
  private async isIssued(
    ndaId: string,
    token: string,
    tokenHash: string,
  ): Promise<boolean | StreamUntrusted> {
    const { ndas, tokens, tampering } = this.parts;
    const { state: nda, revision, untrusted } = await ndas.current(ndaId);
    const { issuedLinks, erasedAt } = nda.state;
    const same = issuedLinks.filter((link) => link.tokenHash === tokenHash);
    if (same.some(({ linkId }) => linkId === null || tokens.isInvitation(token, ndaId, linkId))) return true;
    if (erasedAt !== null) return false;
    if (same.length === 0 && untrusted !== undefined)
      return revision >= 0 && new StreamUntrusted(ndaStream(ndaId), untrusted);
    if (same.length > 0) tampering.found('invitation_token', { ndaId });
    else tampering.found('row', { table: 'ndas', id: ndaId });
    return false;
  }
}
