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
 * The texts by which an NDA is found. Each has its own column, because a searched piece must be within one
 * text.
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
 * Columns of the table `nda_search`, an index over sealed texts that can be rebuilt from events at any time
 * (rule:search-on-encrypted-data). It does not contain discarded or erased NDAs.
 */
export const NDA_SEARCH_COLUMNS = {
  id: uuid,
  revision: integer,
  createdAt: instant,
  /** Number of the row. It decides on which shelf the row is. */
  number: bigint,
  ideaTitle: bigints,
  party1Name: bigints,
  party2Name: bigints,
  party1Email: bigints,
  party2Email: bigints,
  /** The NDA's status as a single entry, so that one search covers both status and pieces. */
  state: bigints,
} as const satisfies Columns & Readonly<Record<SearchedText, unknown>>;

export interface NdaSearchRow extends RowOf<typeof NDA_SEARCH_COLUMNS> {}
