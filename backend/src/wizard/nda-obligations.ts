import type { Party } from '@siegel/contracts/enums';
import type { Pool } from 'pg';
import { isGivenUp } from '../nda/rules/delivery-pauses.js';
import type { NdaRow } from './nda-row.js';

/*
 * What the rows say is owed. Other folders do not know the table: app/ hands them these queries.
 */

/** NDAs that are signed and paid and not sent, in the order of their ids after the given one. */
export async function unsentNdas(
  pool: Pool,
  after: string | undefined,
  limit: number,
): Promise<
  readonly {
    readonly id: string;
    readonly hasDocument: boolean;
    readonly open: readonly Party[];
    readonly givenUp: boolean;
  }[]
> {
  const { rows } = await pool.query<{
    id: string;
    document_hash: string | null;
    delivery_error: string | null;
    recipients: NdaRow['recipients'];
  }>(
    `SELECT id, document_hash, delivery_error, recipients FROM ndas
     WHERE status = 'completed' AND payment_status = 'succeeded' AND ($1::uuid IS NULL OR id > $1)
     ORDER BY id LIMIT $2`,
    [after ?? null, limit],
  );
  return rows.map(({ id, document_hash: documentHash, delivery_error: error, recipients }) => ({
    id,
    hasDocument: documentHash !== null,
    open: recipients
      .filter(
        ({ messageId, status, code }) => messageId === null && !(status === 'failed' && isGivenUp(code)),
      )
      .map(({ party }) => party),
    givenUp: isGivenUp(error),
  }));
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
