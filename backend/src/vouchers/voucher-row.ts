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
 * Table `vouchers` (rule:table-names): a projection, rebuilt from events at will. Code and recipient are
 * sealed with the voucher's key (rule:voucher-code-is-secret).
 */
export const VOUCHER_COLUMNS = {
  /** Keyed hash of the code, hexadecimal. */
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
   * Id of the event that redeemed the voucher, and of the event that its retention counts from: deletion,
   * redemption, release or issue.
   */
  redeemedByEvent: orNull(uuid),
  endedByEvent: orNull(uuid),
  /** From this time on code and recipient are gone. */
  keyDestroyedAt: orNull(instant),
  sealed: startingAs({}, jsonb<SealedParts>()),
} as const satisfies Columns;

export interface VoucherRow extends RowOf<typeof VOUCHER_COLUMNS> {}
