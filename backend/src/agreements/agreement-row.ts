import type { NdaStatus, Party } from '@siegel/contracts/enums';
import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonb,
  orNull,
  type RowOf,
  text,
  uuid,
} from '../platform/postgres/columns.js';
import type { NdaState } from '../nda/nda.state.js';
import type { SealedParts } from './sealed-parts.js';

/**
 * Columns of the table `ndas` (rule:table-names). The table has one row per agreement. It is a projection, so
 * it can be rebuilt from events at any time. A column exists only if a WHERE, an ORDER BY or an index names
 * it; everything else is in `state`. All personal data in the row is sealed.
 */
export const AGREEMENT_COLUMNS = {
  id: uuid,
  revision: integer,
  /** `none` if the stream has no creation event that this version of the service knows. */
  status: text<NdaStatus | 'none'>(),
  discarded: boolean,
  /** Time of the first event. */
  createdAt: instant,
  completedAt: orNull(instant),
  /** Time of the last act of a party. */
  lastPartyActAt: instant,
  /** Time of the last event. */
  lastAt: instant,
  erasedAt: orNull(instant),
  keyDestroyedAt: orNull(instant),
  legalHoldSince: orNull(instant),
  chain: orNull(uuid),
  /** Id of the draft that this agreement replaced. */
  replaces: orNull(uuid),
  /** Order numbers of the two parties (rule:order-number). */
  party1OrderNumber: text(),
  party2OrderNumber: text(),
  creatorKeyHashes: jsonb<readonly string[]>(),
  /** One entry for each link that the agreement ever had: the hexadecimal SHA-256 of the link's token. */
  tokenHashes: jsonb<readonly string[]>(),
  /** True while the service still tries to deliver the document to a party. */
  deliveryOwed: boolean,
  /** The last moment at which the service still tries to send an owed mail; null if no mail is owed. */
  mailOwedUntil: orNull(instant),
  /** The time at which the last of the open obligations ends; null if there is no open obligation. */
  openUntil: orNull(instant),
  /**
   * Ids of all open obligations. Also contains the ids of ended obligations, if a person can close
   * obligations of that kind.
   */
  obligationIds: jsonb<readonly string[]>(),
  /** Parties that have a payment intent at the provider through which a payment may still arrive. */
  intentsOpenOf: jsonb<readonly Party[]>(),
  /** True if Party 1 paid, Party 2 will sign by link, and Party 2 was never invited. */
  inviteOwed: boolean,
  /**
   * The time at which the scheduled work `remind-and-expire` next checks the invitation. That work may change
   * this column without an event, so neither the MAC nor a comparison with the stream covers the column.
   */
  dueAt: orNull(instant),
  /** The state folded from the agreement's events. The fold opens no sealed part. */
  state: jsonb<NdaState>(),
  sealed: jsonb<SealedParts>(),
  /** `hash` is the hash of the last event. `mac` is a MAC over the row (rule:rows-fold-on). */
  hash: text(),
  mac: text(),
} as const satisfies Columns;

export interface AgreementRow extends RowOf<typeof AGREEMENT_COLUMNS> {}
