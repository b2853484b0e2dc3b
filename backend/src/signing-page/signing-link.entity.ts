import { entityOf } from '../eventsourcing/projections/columns.js';
import { SIGNING_LINK_COLUMNS } from './signing-link-row.js';

export const SigningLinkEntity = entityOf('signing_links', SIGNING_LINK_COLUMNS, [
  { name: 'signing_links_token_hashes', on: ['tokenHashes'], type: 'gin' },
]);
