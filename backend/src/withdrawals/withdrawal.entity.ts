import { entityOf } from '../platform/postgres/columns.js';
import { WITHDRAWAL_COLUMNS } from './withdrawal-row.js';

/*
 * SQL conditions of partial indexes. None of the indexes contains finished rows. Queries use the same
 * conditions.
 */

export const OPEN = 'closed_at IS NULL';
export const RECEIPT_OWED = 'receipt_owed';
export const KEY_KEPT = 'key_destroyed_at IS NULL';

export const WithdrawalEntity = entityOf('withdrawals', ['id'], WITHDRAWAL_COLUMNS, [
  { name: 'withdrawals_declared_by', on: ['declaredByEvent'] },
  { name: 'withdrawals_open', on: ['declaredAt', 'id'], where: OPEN },
  { name: 'withdrawals_receipt_owed', on: ['id'], where: RECEIPT_OWED },
  { name: 'withdrawals_key', on: ['declaredAt', 'id'], where: KEY_KEPT },
]);
