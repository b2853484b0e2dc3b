import { entityOf } from '../eventsourcing/projections/columns.js';
import { VOUCHER_COLUMNS } from './voucher-row.js';

export const VoucherEntity = entityOf('vouchers', VOUCHER_COLUMNS, [
  { name: 'vouchers_created_at', on: ['createdAt', 'id'] },
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
