import type { Pool } from 'pg';
import { closedError } from '../../closed-streams/closed-error.js';
import { NDA_STREAM_PREFIX } from '../../nda/nda.events.js';
import { HAS_OBLIGATIONS, OPEN } from '../agreement.entity.js';

/*
 * SQL for the obligations in the rows. These queries also read the rows of erased agreements, because money
 * may still be due back after an erasure.
 */

/** Selects one row for each open obligation; `$1` is the current time. */
export const OPEN_OBLIGATIONS = `SELECT item.id, item.kind, nda.id AS nda_id, item.party, item.reference, item.amount,
    item.currency, item.since, item.attempts,
    coalesce(CASE WHEN item.kind = 'key-destruction' THEN ${closedError(`'erase:${NDA_STREAM_PREFIX}' || nda.id`)} END,
      item."lastError") AS last_error, item."nextTryAt" AS next_try_at
  FROM ndas nda CROSS JOIN LATERAL jsonb_to_recordset(nda.state #> '{obligations,open}') AS item(id uuid, kind text,
    party integer, reference text, amount integer, currency text, since text, attempts integer, "lastError" text,
    "nextTryAt" text, "until" text)
  WHERE ${OPEN} AND nda.open_until > $1::timestamptz
    AND (item."until" IS NULL OR item."until"::timestamptz > $1::timestamptz)`;

/**
 * Maximum number of rows that are checked for one obligation. More than one row means that somebody changed a
 * row.
 */
const CANDIDATES = 5;

/**
 * Returns the ids of the NDAs whose rows name this obligation, even if the obligation has ended.
 * @param id id of the event that opened the obligation
 */
export async function ndasOwing(pool: Pool, id: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM ndas WHERE ${HAS_OBLIGATIONS} AND obligation_ids ? $1 LIMIT ${CANDIDATES}`,
    [id],
  );
  return rows.map((row) => row.id);
}
