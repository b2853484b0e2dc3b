import type { Party } from '@siegel/contracts/enums';
import type { Pool } from 'pg';

const PAGE = 500;

/** A payment intent that the service requested from a provider, as the rows record it. */
interface RequestedIntentRow {
  readonly ndaId: string;
  readonly party: Party;
  readonly paymentIntentId: string;
  readonly askedAt: string;
}

/**
 * Yields every payment intent that was ever requested from this provider. The intents are grouped by NDA, and
 * the NDAs are ordered by id. Only the operator's check uses this function, because it reads the whole table,
 * one page at a time.
 */
export async function* requestedIntents(pool: Pool, provider: string): AsyncGenerator<RequestedIntentRow> {
  let after: string | null = null;
  for (;;) {
    const { rows }: { rows: { id: string; asked: RequestedIntentRow[] | null }[] } = await pool.query(
      `SELECT id, (
         SELECT jsonb_agg(jsonb_build_object('ndaId', id, 'party', party::int,
           'paymentIntentId', request -> 'paymentIntentId', 'askedAt', request -> 'askedAt'))
         FROM (VALUES ('1'), ('2')) AS parties(party),
           jsonb_array_elements(state -> 'payments' -> party -> 'requests') AS request
         WHERE request ->> 'provider' = $3 AND request ->> 'paymentIntentId' IS NOT NULL) AS asked
       FROM ndas WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2`,
      [after, PAGE, provider],
    );
    for (const { asked } of rows) yield* asked ?? [];
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
