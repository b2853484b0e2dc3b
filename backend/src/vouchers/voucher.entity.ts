import { entityOf } from '../platform/postgres/columns.js';
import { VOUCHER_COLUMNS } from './voucher-row.js';

/** SQL condition for vouchers in the admin's list. */
export const LISTED = 'deleted_at IS NULL';

export const VoucherEntity = entityOf('vouchers', ['id'], VOUCHER_COLUMNS, [
  { name: 'vouchers_listed', on: ['createdAt', 'id'], where: LISTED },
  { name: 'vouchers_used', on: ['createdAt', 'id'], where: `${LISTED} AND is_used` },
  { name: 'vouchers_unused', on: ['createdAt', 'id'], where: `${LISTED} AND NOT is_used` },
  { name: 'vouchers_unused_expiry', on: ['expiresAt'], where: `${LISTED} AND NOT is_used` },
  { name: 'vouchers_used_at', on: ['usedAt'], where: 'is_used' },
  { name: 'vouchers_deleted_key', on: ['id'], where: 'deleted_at IS NOT NULL AND key_destroyed_at IS NULL' },
  {
    name: 'vouchers_used_key',
    on: ['usedAt', 'id'],
    where: 'used_at IS NOT NULL AND deleted_at IS NULL AND key_destroyed_at IS NULL',
  },
  {
    name: 'vouchers_unused_key',
    on: ['expiresAt', 'id'],
    where: 'used_at IS NULL AND deleted_at IS NULL AND key_destroyed_at IS NULL',
  },
]);
