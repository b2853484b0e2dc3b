import { isoText } from '../platform/postgres/iso-text.js';

/**
 * Returns an SQL query for vouchers whose key is now due for destruction (rule:voucher-key-goes). Its columns
 * are `event`, `"voucherId"` and `since`. `app/` uses the query too. Each part of the query has its own
 * index, which contains no voucher whose key is gone.
 * @param now an SQL expression
 * @param days number of days for which a used or expired voucher keeps its code
 */
export function owedVoucherKeys(now: string, days: number): string {
  const kept = `interval '${days} days'`;
  const parts = [
    { since: 'deleted_at', where: 'deleted_at IS NOT NULL' },
    {
      since: `used_at + ${kept}`,
      where: `used_at IS NOT NULL AND deleted_at IS NULL AND used_at <= ${now} - ${kept}`,
    },
    {
      since: `expires_at + ${kept}`,
      where: `used_at IS NULL AND deleted_at IS NULL AND expires_at <= ${now} - ${kept}`,
    },
  ];
  return parts
    .map(
      ({ since, where }) => `SELECT ended_by_event AS event, id AS "voucherId", ${isoText(since)} AS since
        FROM vouchers WHERE key_destroyed_at IS NULL AND ${where}`,
    )
    .join(' UNION ALL ');
}
