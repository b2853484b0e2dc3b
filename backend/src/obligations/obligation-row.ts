import {
  type Columns,
  instant,
  integer,
  jsonb,
  orNull,
  type RowOf,
  uuid,
} from '../eventsourcing/projections/columns.js';
import type { NdaState } from '../nda/nda.state.js';
import type { OpenObligation } from '../nda/obligations.js';

/** What of an NDA's state says what is owed. Nothing personal. */
export type ObligationStanding = Pick<
  NdaState,
  | 'status'
  | 'mode'
  | 'party1PaysForBoth'
  | 'party2'
  | 'invitation'
  | 'invitations'
  | 'addresses'
  | 'declinedAddresses'
  | 'payments'
  | 'refunded'
  | 'delivery'
  | 'mail'
  | 'mailFailures'
  | 'owedMails'
  | 'discarded'
  | 'erasedAt'
  | 'keyDestroyedAt'
>;

/**
 * Table `obligations`: what each NDA owes to somebody (rule:obligations). A projection, rebuilt from events at will;
 * it outlasts an erasure, after which money may still be due back.
 */
export const OBLIGATION_COLUMNS = {
  /** Of the NDA. */
  id: uuid,
  revision: integer,
  /** Until when any of them is owed; null where nothing is. */
  openUntil: orNull(instant),
  open: jsonb<readonly OpenObligation[]>(),
  /** Ids of those that a person ends and that are ended. */
  over: jsonb<readonly string[]>(),
  /** By which this NDA is found: of `open` and `over`. */
  ids: jsonb<readonly string[]>(),
  standing: jsonb<ObligationStanding>(),
} as const satisfies Columns;

export interface ObligationRow extends RowOf<typeof OBLIGATION_COLUMNS> {}
