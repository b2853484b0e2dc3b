import { entityOf } from '../eventsourcing/projections/columns.js';
import { NDA_COLUMNS } from './nda-row.js';

/*
 * SQL conditions of partial indexes, which hold what is owed and nothing of what is done: whoever looks for it
 * regularly asks with the same words.
 */

/** Retention may take it, when its time has come. */
export const DRAFT_TO_ERASE = "status = 'draft' AND legal_hold_since IS NULL";

/** The same of what both have signed. */
export const COMPLETED_TO_ERASE = 'completed_at IS NOT NULL AND legal_hold_since IS NULL';

/** The same of what Party 1 alone has signed. */
export const UNFINISHED_TO_ERASE = "status = 'party1_signed' AND legal_hold_since IS NULL";

/** Nobody signed it, and nothing took its place. */
export const LIVING_DRAFT = "status = 'draft' AND NOT discarded";

/** In the admin's list. */
export const LISTED = 'NOT discarded';

/** Events of it owe a mail, which is tried by itself until some time. */
export const MAIL_OWED = 'mail_owed_until IS NOT NULL';

export const NdaEntity = entityOf('ndas', NDA_COLUMNS, [
  { name: 'ndas_status_created_at', on: ['status', 'createdAt'] },
  { name: 'ndas_listed', on: ['createdAt', 'id'], where: LISTED },
  { name: 'ndas_listed_by_status', on: ['status', 'createdAt', 'id'], where: LISTED },
  { name: 'ndas_drafts_to_erase', on: ['createdAt', 'id'], where: DRAFT_TO_ERASE },
  { name: 'ndas_completed_to_erase', on: ['completedAt', 'id'], where: COMPLETED_TO_ERASE },
  { name: 'ndas_unfinished_to_erase', on: ['lastPartyActAt', 'id'], where: UNFINISHED_TO_ERASE },
  { name: 'ndas_living_drafts', on: ['id'], where: LIVING_DRAFT },
  { name: 'ndas_replacing', on: ['createdAt'], where: 'replaces IS NOT NULL' },
  { name: 'ndas_delivery_owed', on: ['id'], where: 'delivery_owed' },
  { name: 'ndas_mail_owed', on: ['mailOwedUntil', 'id'], where: MAIL_OWED },
  { name: 'ndas_party1_order_number', on: ['party1OrderNumber'] },
  { name: 'ndas_party2_order_number', on: ['party2OrderNumber'] },
  { name: 'ndas_chain', on: ['chain'] },
  { name: 'ndas_creator_key_hashes', on: ['creatorKeyHashes'], type: 'gin' },
]);
