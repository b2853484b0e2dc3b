import {
  type Columns,
  instant,
  integer,
  jsonb,
  orNull,
  type RowOf,
  uuid,
} from '../eventsourcing/projections/columns.js';

/**
 * Table `signing_links`: to which NDA a link leads. A projection, rebuilt from events at will; only NDAs that
 * were ever signed or invited by link have a row.
 */
export const SIGNING_LINK_COLUMNS = {
  /** Of the NDA. */
  id: uuid,
  revision: integer,
  /** SHA-256 of each token that this NDA ever had, hexadecimal. */
  tokenHashes: jsonb<readonly string[]>(),
  /** When Party 2 signed through one of them. */
  usedAt: orNull(instant),
} as const satisfies Columns;

export interface SigningLinkRow extends RowOf<typeof SIGNING_LINK_COLUMNS> {}
