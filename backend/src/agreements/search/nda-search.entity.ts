import { entityOf } from '../../platform/postgres/columns.js';
import { NDA_SEARCH_COLUMNS, SEARCHED_TEXTS } from './nda-search-row.js';

export const NdaSearchEntity = entityOf('nda_search', ['id'], NDA_SEARCH_COLUMNS, [
  { name: 'nda_search_number', on: ['number'] },
  { name: 'nda_search_pieces', on: [...SEARCHED_TEXTS, 'state'], type: 'gin' },
]);
