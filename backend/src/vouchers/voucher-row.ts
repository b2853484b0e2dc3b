import type { Party } from '@siegel/contracts/enums';
import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonb,
  orNull,
  type RowOf,
  smallint,
  startingAs,
  text,
  uuid,
} from '../platform/postgres/columns.js';
import type { SealedPart } from '../eventsourcing/projections/sealed-part.js';

export interface SealedParts {
  /** Contains the code and the first recipient. */
  readonly issued?: SealedPart;
  /** Contains the last recipient. */
  readonly named?: SealedPart;
}

/**
 * Columns of the table `vouchers` (rule:table-names), a projection that can be rebuilt from events at any
 * time. Code and recipient are sealed with the voucher's key (rule:voucher-code-is-secret).
 */
export const VOUCHER_COLUMNS = {
  /** Hexadecimal keyed hash of the code. */
  id: text(),
  revision: integer,
  category: text(),
  isUsed: startingAs(false, boolean),
  usedAt: orNull(instant),
  usedByNdaId: orNull(uuid),
  usedByParty: orNull(smallint<Party>()),
  expiresAt: instant,
  createdAt: instant,
  deletedAt: orNull(instant),
  /**
   * `redeemedByEvent` is the id of the event that redeemed the voucher. `endedByEvent` is the id of the event
   * from which the voucher's retention is counted: deletion, redemption, release or issue.
   */
  redeemedByEvent: orNull(uuid),
  endedByEvent: orNull(uuid),
  /** Time from which code and recipient are gone. */
  keyDestroyedAt: orNull(instant),
  sealed: startingAs({}, jsonb<SealedParts>()),
} as const satisfies Columns;

export interface VoucherRow extends RowOf<typeof VOUCHER_COLUMNS> {}
