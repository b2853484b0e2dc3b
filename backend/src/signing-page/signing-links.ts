import type { Pool } from 'pg';
import { bearerTokenHash } from '../http/bearer-token.js';
import { RuleBroken } from '../platform/rule-broken.js';

/** The one that a link means. */
export interface SigningLink {
  readonly ndaId: string;
  readonly tokenHash: string;
}

/** Reads the projection `signing-links`. */
export class SigningLinks {
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /** @throws RuleBroken invalid_link */
  async find(token: string): Promise<SigningLink> {
    const tokenHash = bearerTokenHash(token);
    if (tokenHash === undefined) throw new RuleBroken('invalid_link');
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT id FROM signing_links WHERE token_hashes @> $1::jsonb',
      [JSON.stringify([tokenHash])],
    );
    const [row] = rows;
    if (row === undefined) throw new RuleBroken('invalid_link');
    return { ndaId: row.id, tokenHash };
  }
}
