import type { Pool } from 'pg';

/*
 * What the rows say is owed. Other folders do not know the table: app/ hands them these queries.
 */

/** Ids of NDAs that are signed and paid and not sent, the longest complete first. */
export async function unsentNdas(pool: Pool, limit: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM ndas WHERE status = 'completed' AND payment_status = 'succeeded' ORDER BY completed_at LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Ids of drafts that were made before that time, replaced ones included, oldest first. */
export async function draftsBefore(pool: Pool, before: Date, limit: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM ndas WHERE status = 'draft' AND created_at < $1 ORDER BY created_at LIMIT $2",
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

/** NDAs with payment intents that are open, in the order of their ids after the given one. */
export async function pendingIntents(
  pool: Pool,
  after: string,
  limit: number,
): Promise<readonly { readonly id: string; readonly intents: readonly string[] }[]> {
  const { rows } = await pool.query<{ id: string; intents: string[] }>(
    `SELECT id, array_remove(ARRAY[
         CASE WHEN party1_payment_status = 'pending' THEN party1_payment_intent_id END,
         CASE WHEN party2_payment_status = 'pending' THEN party2_payment_intent_id END], NULL) AS intents
     FROM ndas WHERE (party1_payment_status = 'pending' OR party2_payment_status = 'pending') AND id > $1
     ORDER BY id LIMIT $2`,
    [after, limit],
  );
  return rows;
}

/**
 * An SQL condition: there is a row of this NDA, and nothing counts yet for this party. Both parameters are
 * SQL expressions.
 */
export const nothingCountsYet = (ndaId: string, party: string): string =>
  `EXISTS (SELECT FROM ndas nda WHERE nda.id = ${ndaId}
     AND CASE ${party} WHEN 1 THEN nda.party1_covered WHEN 2 THEN nda.party2_covered END = 0)`;
