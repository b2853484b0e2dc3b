import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonb,
  orNull,
  type RowOf,
  startingAs,
  text,
  uuid,
} from '../platform/postgres/columns.js';
import type { SealedPart } from '../eventsourcing/projections/sealed-part.js';

export interface SealedParts {
  /** The sealed declaration. */
  readonly declared?: SealedPart;
}

/**
 * Table `withdrawals`: a projection that can be rebuilt from events at any time. The declaration is sealed
 * with the withdrawal's key (rule:withdrawal).
 */
export const WITHDRAWAL_COLUMNS = {
  id: uuid,
  revision: integer,
  number: text(),
  declaredAt: instant,
  /** Id of the event that made receipt and answer owed. */
  declaredByEvent: uuid,
  /** True while attempts to send the receipt continue. */
  receiptOwed: startingAs(true, boolean),
  receiptSentAt: orNull(instant),
  /**
   * `attempts` is the number of recorded failures, `lastError` is the code of the last failure, and
   * `nextTryAt` is the time of the next attempt.
   */
  attempts: startingAs(0, integer),
  lastError: orNull(text()),
  nextTryAt: orNull(instant),
  closedAt: orNull(instant),
  /** From this time on, the declaration cannot be read. */
  keyDestroyedAt: orNull(instant),
  sealed: startingAs({}, jsonb<SealedParts>()),
} as const satisfies Columns;

export interface WithdrawalRow extends RowOf<typeof WITHDRAWAL_COLUMNS> {}
