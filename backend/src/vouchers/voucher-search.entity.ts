import { entityOf } from '../platform/postgres/columns.js';
import { VOUCHER_SEARCH_COLUMNS } from './voucher-search.projection.js';

export const VoucherSearchEntity = entityOf('voucher_search', ['id'], VOUCHER_SEARCH_COLUMNS, [
  { name: 'voucher_search_number', on: ['number'] },
  { name: 'voucher_search_pieces', on: ['recipientName'], type: 'gin' },
]);
