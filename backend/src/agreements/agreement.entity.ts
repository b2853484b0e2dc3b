import { entityOf } from '../platform/postgres/columns.js';
import { AGREEMENT_COLUMNS } from './agreement-row.js';

/*
 * SQL conditions of partial indexes. Such an index contains only the rows that one kind of query needs, for
 * instance the rows that owe something. A query repeats the index's condition word for word, so that the
 * database can use the index.
 */

/**
 * True for a row written by a fold that fills `state`. A row written by an older version has no state until
 * the table is rebuilt.
 */
export const FOLDED = "hash <> ''";

/** The agreement was created and is not erased. */
export const LIVING = "erased_at IS NULL AND status <> 'none'";

/** Erased. */
export const ERASED = 'erased_at IS NOT NULL';

/** The agreement is erased, but no event records yet that its key was destroyed. */
export const KEY_OWED = 'erased_at IS NOT NULL AND key_destroyed_at IS NULL';

/** An unsigned draft. Retention may erase it when its retention time is over. */
export const DRAFT_TO_ERASE = `status = 'draft' AND legal_hold_since IS NULL AND erased_at IS NULL`;

/** A completed agreement. Retention may erase it when its retention time is over. */
export const COMPLETED_TO_ERASE = `completed_at IS NOT NULL AND legal_hold_since IS NULL AND erased_at IS NULL`;

/** An agreement that only Party 1 has signed. Retention may erase it when its retention time is over. */
export const UNFINISHED_TO_ERASE = `status = 'party1_signed' AND legal_hold_since IS NULL AND erased_at IS NULL`;

/** An unsigned draft that is neither discarded nor erased. Another draft may have replaced it already. */
export const LIVING_DRAFT = `status = 'draft' AND NOT discarded AND erased_at IS NULL`;

/** The admin's list shows the agreement. */
export const LISTED = `NOT discarded AND ${LIVING}`;

/** The agreement owes a mail. The service tries to send the mail until the time in `mail_owed_until`. */
export const MAIL_OWED = 'mail_owed_until IS NOT NULL';

/** The agreement has an open obligation. Erased agreements are included. */
export const OPEN = 'open_until IS NOT NULL';

/** The agreement has open obligations, or ended obligations whose kind is one that a person can close. */
export const HAS_OBLIGATIONS = "obligation_ids <> '[]'::jsonb";

/** A party has a payment intent at the provider through which a payment may still arrive. */
export const INTENTS_OPEN = "intents_open_of <> '[]'::jsonb";

export const AgreementEntity = entityOf('ndas', ['id'], AGREEMENT_COLUMNS, [
  { name: 'ndas_created', on: ['createdAt', 'id'] },
  { name: 'ndas_created_by_status', on: ['status', 'createdAt', 'id'], where: 'erased_at IS NULL' },
  { name: 'ndas_erased', on: ['createdAt', 'id'], where: ERASED },
  { name: 'ndas_key_owed', on: ['id'], where: KEY_OWED },
  { name: 'ndas_listed', on: ['createdAt', 'id'], where: LISTED },
  { name: 'ndas_listed_by_status', on: ['status', 'createdAt', 'id'], where: LISTED },
  { name: 'ndas_drafts_to_erase', on: ['createdAt', 'id'], where: DRAFT_TO_ERASE },
  { name: 'ndas_completed_to_erase', on: ['completedAt', 'id'], where: COMPLETED_TO_ERASE },
  { name: 'ndas_unfinished_to_erase', on: ['lastPartyActAt', 'id'], where: UNFINISHED_TO_ERASE },
  { name: 'ndas_living_drafts', on: ['id'], where: LIVING_DRAFT },
  { name: 'ndas_replacing', on: ['createdAt'], where: 'replaces IS NOT NULL' },
  { name: 'ndas_delivery_owed', on: ['id'], where: 'delivery_owed' },
  { name: 'ndas_mail_owed', on: ['mailOwedUntil', 'id'], where: MAIL_OWED },
  { name: 'ndas_open', on: ['openUntil'], where: OPEN },
  { name: 'ndas_obligations', on: ['obligationIds'], type: 'gin', where: HAS_OBLIGATIONS },
  { name: 'ndas_intents_open', on: ['id'], where: INTENTS_OPEN },
  { name: 'ndas_due', on: ['dueAt', 'id'], where: 'due_at IS NOT NULL' },
  { name: 'ndas_invite_owed', on: ['id'], where: 'invite_owed' },
  { name: 'ndas_party1_order_number', on: ['party1OrderNumber'] },
  { name: 'ndas_party2_order_number', on: ['party2OrderNumber'] },
  { name: 'ndas_chain', on: ['chain'] },
  { name: 'ndas_creator_key_hashes', on: ['creatorKeyHashes'], type: 'gin' },
  { name: 'ndas_token_hashes', on: ['tokenHashes'], type: 'gin' },
]);
