import type { Pool } from 'pg';
import type { Sweep } from '../platform/reactions/reaction.js';
import type { Redemption } from './voucher-desk.js';
import { settleVoucherRequest } from './settle-redeemed-vouchers.js';

/** Most obligations given back at once; the next round finds the rest. */
const LIMIT = 500;

/** Vouchers that are taken for a party for whom nothing counts yet: they are to pay, or to be freed (decisions 5). */
export const owedSettlements = (pool: Pool): Sweep => ({
  name: 'owed-settlements',
  async find() {
    const { rows } = await pool.query<Redemption>(
      `SELECT voucher.id AS "voucherId", nda.id AS "ndaId", voucher.used_by_party AS party
       FROM vouchers voucher JOIN ndas nda ON nda.id = voucher.used_by_nda_id
       WHERE voucher.is_used AND voucher.deleted_at IS NULL
         AND CASE voucher.used_by_party WHEN 1 THEN nda.party1_covered WHEN 2 THEN nda.party2_covered END = 0
       ORDER BY voucher.used_at LIMIT $1`,
      [LIMIT],
    );
    return rows.map(settleVoucherRequest);
  },
});
