import { entityOf } from '../eventsourcing/projections/columns.js';
import { VOUCHER_COLUMNS } from './voucher-row.js';

export const VoucherEntity = entityOf('vouchers', VOUCHER_COLUMNS, [
  { name: 'vouchers_created_at', on: ['createdAt', 'id'] },
  { name: 'vouchers_key_destroyed_at', on: ['keyDestroyedAt'] },
]);
