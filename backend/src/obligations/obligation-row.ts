import {
  type Columns,
  instant,
  integer,
  jsonb,
  orNull,
  type RowOf,
  uuid,
} from '../eventsourcing/projections/columns.js';
import type { Party } from '@siegel/contracts/enums';
import type { NdaState } from '../nda/nda.state.js';
import type { OpenObligation } from '../nda/obligations.js';
import type { OpenIntent } from '../nda/rules/payment.js';

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
  | 'moneyBack'
  | 'delivery'
  | 'mail'
  | 'mailFailures'
  | 'owedMails'
  | 'discarded'
  | 'erasedAt'
  | 'keyDestroyedAt'
>;

/** An intent that may still bring money. */
export interface OpenIntentRow
  extends Pick<OpenIntent, 'attempt' | 'paymentIntentId' | 'provider' | 'isWanted'> {
  readonly party: Party;
}

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
  /** What is open at the provider, the wanted ones too. */
  openIntents: jsonb<readonly OpenIntentRow[]>(),
  standing: jsonb<ObligationStanding>(),
} as const satisfies Columns;

export interface ObligationRow extends RowOf<typeof OBLIGATION_COLUMNS> {}
