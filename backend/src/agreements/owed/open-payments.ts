import type { Party } from '@siegel/contracts/enums';
import type { Pool } from 'pg';
import { INTENTS_OPEN } from '../agreement.entity.js';

/**
 * Parties with an intent that may still bring money, wanted or not, in the order of the NDAs' ids after the given
 * one. What it costs follows from how many are open, not from how many NDAs there are.
 */
export async function openPayments(
  pool: Pool,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly id: string; readonly parties: readonly Party[] }[]> {
  const { rows } = await pool.query<{ id: string; parties: Party[] }>(
    `SELECT id, intents_open_of AS parties FROM ndas
     WHERE ${INTENTS_OPEN} AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2`,
    [after ?? null, limit],
  );
  return rows;
}
