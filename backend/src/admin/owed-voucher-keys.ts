import { isoText } from '../platform/postgres/iso-text.js';

/** Kinds of a voucher's end, and the condition of the index that holds those whose key is still there. */
const ENDS = [
  { at: 'deleted_at', where: 'deleted_at IS NOT NULL', isDue: 'true' },
  {
    at: 'used_at',
    where: 'used_at IS NOT NULL AND deleted_at IS NULL',
    isDue: 'used_at <=',
  },
  {
    at: 'expires_at',
    where: 'used_at IS NULL AND deleted_at IS NULL',
    isDue: 'expires_at <=',
  },
] as const;

/**
 * An SQL query: vouchers whose key is to be destroyed now (rule:voucher-key-goes), with `event`, `"voucherId"` and
 * `since`. Each part has an index of its own, which holds no voucher whose key is gone. For app/.
 * @param now an SQL expression
 * @param days for which a voucher that was used or has expired keeps its code
 */
export const owedVoucherKeys = (now: string, days: number): string =>
  ENDS.map(({ at, where, isDue }) => {
    const kept = at === 'deleted_at' ? '0' : String(days);
    const due = at === 'deleted_at' ? isDue : `${isDue} ${now} - interval '${kept} days'`;
    return `SELECT ended_by_event AS event, id AS "voucherId", ${isoText(`${at} + interval '${kept} days'`)} AS since
      FROM vouchers WHERE ${where} AND key_destroyed_at IS NULL AND ${due}`;
  }).join(' UNION ALL ');
