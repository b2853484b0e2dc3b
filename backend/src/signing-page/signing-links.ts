import { type RowToComeParts, rowToCome } from '../eventsourcing/projections/row-to-come.js';
import { bearerTokenHash } from '../http/bearer-token.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { signingLinkProjection } from './signing-link.projection.js';

/** The one that a link means. */
export interface SigningLink {
  readonly ndaId: string;
  readonly tokenHash: string;
}

/** Reads the projection `signing-links`, and what it has yet to see (rule:read-your-writes). */
export class SigningLinks {
  constructor(private readonly parts: RowToComeParts) {}

  /** @throws RuleBroken invalid_link, EventStoreUnavailable */
  async find(token: string): Promise<SigningLink> {
    const tokenHash = bearerTokenHash(token);
    if (tokenHash === undefined) throw new RuleBroken('invalid_link');
    const row =
      (await this.row(tokenHash)) ??
      (await rowToCome(this.parts, signingLinkProjection, ({ tokenHashes }) =>
        tokenHashes.includes(tokenHash),
      )) ??
      // The projection may have written it after the first look and before it was asked how far it is.
      (await this.row(tokenHash));
    if (row === undefined) throw new RuleBroken('invalid_link');
    return { ndaId: row.id, tokenHash };
  }

  private async row(tokenHash: string): Promise<{ id: string } | undefined> {
    const { rows } = await this.parts.pool.query<{ id: string }>(
      'SELECT id FROM signing_links WHERE token_hashes @> $1::jsonb',
      [JSON.stringify([tokenHash])],
    );
    return rows[0];
  }
}
