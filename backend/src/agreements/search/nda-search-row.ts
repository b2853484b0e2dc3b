import {
  bigint,
  bigints,
  type Columns,
  instant,
  integer,
  type RowOf,
  uuid,
} from '../../platform/postgres/columns.js';

/**
 * The texts by which an NDA is found. Each text has its own column, because all letters of a searched piece
 * must come from the same text.
 */
export const SEARCHED_TEXTS = [
  'ideaTitle',
  'party1Name',
  'party2Name',
  'party1Email',
  'party2Email',
] as const;
export type SearchedText = (typeof SEARCHED_TEXTS)[number];

/**
 * Columns of the table `nda_search`, an index over sealed texts (rule:search-on-encrypted-data). The table
 * can be rebuilt from events at any time. It does not contain discarded or erased NDAs.
 */
export const NDA_SEARCH_COLUMNS = {
  id: uuid,
  revision: integer,
  createdAt: instant,
  /** Number of the row. It determines the shelf (a group of rows) to which the row belongs. */
  number: bigint,
  ideaTitle: bigints,
  party1Name: bigints,
  party2Name: bigints,
  party1Email: bigints,
  party2Email: bigints,
  /**
   * The NDA's status as an index entry. One search can therefore cover both the status and the pieces of
   * texts.
   */
  state: bigints,
} as const satisfies Columns & Readonly<Record<SearchedText, unknown>>;

export interface NdaSearchRow extends RowOf<typeof NDA_SEARCH_COLUMNS> {}
