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
  /** Holds what was declared. */
  readonly declared?: SealedPart;
}

/**
 * Table `withdrawals`: a projection, rebuilt from events at will. What was declared is sealed with the withdrawal's
 * key (rule:withdrawal).
 */
export const WITHDRAWAL_COLUMNS = {
  id: uuid,
  revision: integer,
  number: text(),
  declaredAt: instant,
  /** Id of the event, by which receipt and answer are owed. */
  declaredByEvent: uuid,
  /** Its receipt is still tried. */
  receiptOwed: startingAs(true, boolean),
  receiptSentAt: orNull(instant),
  /** Failed ones, as far as recorded; with the code of the last one, and when the next is. */
  attempts: startingAs(0, integer),
  lastError: orNull(text()),
  nextTryAt: orNull(instant),
  closedAt: orNull(instant),
  /** From when on what was declared is gone. */
  keyDestroyedAt: orNull(instant),
  sealed: startingAs({}, jsonb<SealedParts>()),
} as const satisfies Columns;

export interface WithdrawalRow extends RowOf<typeof WITHDRAWAL_COLUMNS> {}
