import type { Pool } from 'pg';
import { closedError } from '../closed-streams/closed-error.js';
import { isoText } from '../platform/postgres/iso-text.js';
import { pagesById } from '../platform/postgres/pages-by-id.js';
import { WITHDRAWAL_STREAM_PREFIX } from './model/withdrawal.events.js';
import { KEY_KEPT, OPEN, RECEIPT_OWED } from './withdrawal.entity.js';

/*
 * SQL queries for owed work. Other folders do not know the table `withdrawals`, so app/ passes these queries
 * to them.
 */

const NOTHING_OF_AN_NDA =
  'NULL::uuid AS nda_id, NULL::integer AS party, NULL::integer AS amount, NULL::text AS currency';

/**
 * A query with the columns of an obligation. It finds withdrawals that a person has to answer
 * (rule:withdrawal). `$2` is what the records say about ended streams (`EndedFacts`).
 */
export const OPEN_WITHDRAWALS = `SELECT declared_by_event AS id, 'withdrawal' AS kind, number AS reference,
    ${isoText('declared_at')} AS since, 0 AS attempts, NULL::text AS last_error, NULL::text AS next_try_at,
    ${NOTHING_OF_AN_NDA}
  FROM withdrawals WHERE ${OPEN}
    AND ($2::jsonb -> 'over' -> ('${WITHDRAWAL_STREAM_PREFIX}' || id) ? declared_by_event::text) IS NOT TRUE`;

/**
 * A query with the same columns as `OPEN_WITHDRAWALS`. It finds receipts that are still to be sent
 * (rule:withdrawal-receipt). `$2` is the same.
 */
export const OWED_RECEIPTS = `SELECT declared_by_event AS id, 'mail' AS kind, 'withdrawal' AS reference,
    ${isoText('declared_at')} AS since, attempts, last_error, ${isoText('next_try_at')} AS next_try_at,
    ${NOTHING_OF_AN_NDA}
  FROM withdrawals WHERE ${RECEIPT_OWED} AND NOT $2::jsonb -> 'ended' ? ('${WITHDRAWAL_STREAM_PREFIX}' || id)`;

/**
 * Returns a query with the same columns as `OPEN_WITHDRAWALS`. It finds keys that are now due for destruction
 * (rule:withdrawal-key-goes).
 * @param now an SQL expression
 * @param days number of days for which a declaration is kept
 */
export const owedWithdrawalKeys = (now: string, days: number): string =>
  `SELECT declared_by_event AS id, 'key-destruction' AS kind, number AS reference,
    ${isoText(`declared_at + interval '${days} days'`)} AS since, 0 AS attempts,
    ${closedError(`'erase:${WITHDRAWAL_STREAM_PREFIX}' || withdrawals.id`)} AS last_error,
    NULL::text AS next_try_at, ${NOTHING_OF_AN_NDA}
  FROM withdrawals WHERE ${KEY_KEPT} AND declared_at <= ${now} - interval '${days} days'
    AND NOT $2::jsonb -> 'withoutKey' ? ('${WITHDRAWAL_STREAM_PREFIX}' || id)`;

/** Finds withdrawals whose receipt is still to be sent, ordered by id, starting after the given id. */
export const withdrawalsOwingReceipts = pagesById(`SELECT id FROM withdrawals WHERE ${RECEIPT_OWED}`);

/** A withdrawal whose retention is over. */
export interface DueWithdrawal {
  readonly withdrawalId: string;
  /** Position of this withdrawal in the order. The next page begins after it. */
  readonly cursor: string;
}

const PLACE = '/';

/**
 * Returns withdrawals that were declared at or before the time `before` and whose key is not destroyed yet,
 * oldest first.
 */
export async function withdrawalsAfterRetention(
  pool: Pool,
  before: Date,
  after: string | undefined,
  limit: number,
): Promise<readonly DueWithdrawal[]> {
  const [at = '-infinity', id = '00000000-0000-0000-0000-000000000000'] = after?.split(PLACE) ?? [];
  // As text, because a time that somebody wrote into the row need not be one that JavaScript knows.
  const { rows } = await pool.query<{ id: string; at: string }>(
    `SELECT id, declared_at::text AS at FROM withdrawals WHERE ${KEY_KEPT} AND declared_at <= $1
       AND (declared_at, id) > ($2::timestamptz, $3::uuid) ORDER BY declared_at, id LIMIT $4`,
    [before, at, id, limit],
  );
  return rows.map((row) => ({
    withdrawalId: row.id,
    cursor: `${row.at}${PLACE}${row.id}`,
  }));
}
