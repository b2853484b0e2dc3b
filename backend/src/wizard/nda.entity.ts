import { entityOf } from '../eventsourcing/projections/columns.js';
import { NDA_COLUMNS } from './nda-row.js';

export const NdaEntity = entityOf('ndas', NDA_COLUMNS, [
  { name: 'ndas_status_created_at', on: ['status', 'createdAt'] },
  { name: 'ndas_owed', on: ['paymentStatus', 'status'] },
  { name: 'ndas_chain', on: ['chain'] },
  { name: 'ndas_creator_key_hashes', on: ['creatorKeyHashes'], type: 'gin' },
]);
