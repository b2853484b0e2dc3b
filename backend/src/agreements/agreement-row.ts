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
 * Table `ndas` (rule:table-names): one row per agreement, a projection that is rebuilt from events at will. A column
 * exists where a WHERE, an ORDER BY or an index names it; everything else is in `state`. Nothing personal is in it
 * but sealed.
 */
export const AGREEMENT_COLUMNS = {
  id: uuid,
  revision: integer,
  /** `none` where the stream has no creation that this version knows. */
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
  /** The draft that it replaced. */
  replaces: orNull(uuid),
  /** Of the order of each party (rule:order-number). */
  party1OrderNumber: text(),
  party2OrderNumber: text(),
  creatorKeyHashes: jsonb<readonly string[]>(),
  /** SHA-256 of the token of each link that it ever had, hexadecimal. */
  tokenHashes: jsonb<readonly string[]>(),
  /** The service still tries to deliver the document to somebody. */
  deliveryOwed: boolean,
  /** Until when any mail is tried by itself. */
  mailOwedUntil: orNull(instant),
  /** Until when anything is owed; null where nothing is. */
  openUntil: orNull(instant),
  /** Ids of the obligations that are open, and of those that a person ended. */
  obligationIds: jsonb<readonly string[]>(),
  /** Parties of whom the provider has an intent that may still bring money. */
  intentsOpenOf: jsonb<readonly Party[]>(),
  /** It is paid for signing by link, and Party 2 was never invited. */
  inviteOwed: boolean,
  /**
   * When the clock looks at its invitation next. The clock sets it on without an event: it is neither in the MAC nor
   * in a comparison with the stream.
   */
  dueAt: orNull(instant),
  /** The fold of its events, none of them opened. */
  state: jsonb<NdaState>(),
  sealed: jsonb<SealedParts>(),
  /** Hash of the last event, and the MAC over the row (rule:rows-fold-on). */
  hash: text(),
  mac: text(),
} as const satisfies Columns;

export interface AgreementRow extends RowOf<typeof AGREEMENT_COLUMNS> {}
