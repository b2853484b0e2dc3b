import { isoText } from '../platform/postgres/iso-text.js';

/**
 * An SQL query for vouchers whose key is due for destruction now (rule:voucher-key-goes), with `event`,
 * `"voucherId"` and `since`. Each part has its own index, which contains no voucher whose key is gone. For
 * app/.
 * @param now an SQL expression
 * @param days for which a used or expired voucher keeps its code
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
