/**
 * An SQL query: vouchers that are taken, deleted or not, with `"voucherId"`, `"ndaId"`, `party` and `used_at`.
 * For app/, which asks for those that nothing came of.
 */
export const REDEEMED_VOUCHERS = `SELECT id AS "voucherId", used_by_nda_id AS "ndaId", used_by_party AS party, used_at
  FROM vouchers WHERE is_used`;
