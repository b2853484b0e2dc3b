import {
  bigint,
  bigints,
  type Columns,
  instant,
  integer,
  type RowOf,
  uuid,
} from '../../platform/postgres/columns.js';

/** What an NDA is found by, each in a column of its own: a part is looked for in one text, not over several. */
export const SEARCHED_TEXTS = [
  'ideaTitle',
  'party1Name',
  'party2Name',
  'party1Email',
  'party2Email',
] as const;
export type SearchedText = (typeof SEARCHED_TEXTS)[number];

/**
 * Table `nda_search`: an index over what is sealed, rebuilt from events at will (rule:search-on-encrypted-data). An
 * NDA that is discarded or erased is not in it.
 */
export const NDA_SEARCH_COLUMNS = {
  id: uuid,
  revision: integer,
  createdAt: instant,
  /** Of its shelf. */
  number: bigint,
  ideaTitle: bigints,
  party1Name: bigints,
  party2Name: bigints,
  party1Email: bigints,
  party2Email: bigints,
  /** Its status, as one entry, so that it is looked for together with the pieces. */
  state: bigints,
} as const satisfies Columns & Readonly<Record<SearchedText, unknown>>;

export interface NdaSearchRow extends RowOf<typeof NDA_SEARCH_COLUMNS> {}
