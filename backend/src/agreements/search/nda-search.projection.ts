import { NDA_STATUSES, type NdaStatus } from '@siegel/contracts/enums';
import type { NewEvent, Recorded } from '../../eventsourcing/journal/event.js';
import { columnNames } from '../../platform/postgres/columns.js';
import {
  type Indexed,
  type IndexedTexts,
  type IndexParts,
  indexTexts,
  shelved,
} from '../../eventsourcing/projections/indexed-texts.js';
import { DELETED, type Projection } from '../../eventsourcing/projections/projection.js';
import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../../nda/nda.events.js';
import { indexVersion } from '../../vault/search/key-versions.js';
import { onShelf } from '../../vault/search/shelves.js';
import {
  NDA_SEARCH_COLUMNS,
  type NdaSearchRow,
  SEARCHED_TEXTS,
  type SearchedText,
} from './nda-search-row.js';

/** Must be raised when the set of indexed texts changes. */
const LAYOUT = 1;

export const NDA_SEARCH = 'nda-search';

type Types = readonly NdaEvent['type'][];
const INDEXED = ['NdaCreated', 'Party1AddressCorrected', 'Party2AddressCorrected'] as const satisfies Types;
const OTHERS = [
  'NdaDiscarded',
  'Party1Signed',
  'NdaCompleted',
  'NdaSent',
  'NdaErased',
  'NdaKeyDestroyed',
] as const satisfies Types;
type IndexedEvent = NewEvent<(typeof INDEXED)[number], object, Indexed<SearchedText>>;
type SearchedEvent = IndexedEvent | NewEvent<(typeof OTHERS)[number]>;

/** Returns the index entry for a status. The entry is not secret. */
export const entryOfStatus = (status: NdaStatus): number => NDA_STATUSES.indexOf(status);
const state = (number: number, status: NdaStatus): readonly number[] =>
  onShelf(number, [entryOfStatus(status)]);

export const NDA_TEXTS: IndexedTexts<SearchedText> = {
  first: 'NdaCreated',
  types: INDEXED,
  texts: SEARCHED_TEXTS,
  of: 'nda',
  sequence: 'nda_search_numbers',
};

/**
 * The index over titles, names and addresses of NDAs. The projection opens sealed texts to index them. A row
 * contains index entries for pieces of the texts, but not the texts themselves. An NDA whose key is not
 * available has a row without pieces.
 */
export const ndaSearchProjection = (parts: IndexParts): Projection<NdaSearchRow, SearchedEvent> => ({
  name: NDA_SEARCH,
  version: indexVersion(LAYOUT, parts.keys.version),
  table: 'nda_search',
  columns: columnNames(NDA_SEARCH_COLUMNS),
  streamPrefix: NDA_STREAM_PREFIX,
  only: [...INDEXED, ...OTHERS],
  prepare: indexTexts(parts, NDA_TEXTS) as (
    events: readonly Recorded[],
  ) => Promise<readonly Recorded<SearchedEvent>[]>,
  id: (event) => ndaIdOf(event.stream),
  fold,
});

function fold(
  row: NdaSearchRow | undefined,
  event: Recorded<SearchedEvent>,
): NdaSearchRow | undefined | typeof DELETED {
  switch (event.type) {
    case 'NdaCreated':
      return created(event);
    case 'NdaDiscarded':
    case 'NdaErased':
    case 'NdaKeyDestroyed':
      return DELETED;
  }
  if (row === undefined) return undefined;
  const next = { ...row, revision: event.revision };
  switch (event.type) {
    case 'Party1AddressCorrected':
    case 'Party2AddressCorrected':
      return { ...next, ...shelved(row.number, event.personal) };
    case 'Party1Signed':
      return { ...next, state: state(row.number, 'party1_signed') };
    case 'NdaCompleted':
      return { ...next, state: state(row.number, 'completed') };
    case 'NdaSent':
      return { ...next, state: state(row.number, 'sent') };
  }
}

function created(event: Recorded<IndexedEvent>): NdaSearchRow {
  const { number = 0 } = event.personal ?? {};
  return {
    id: ndaIdOf(event.stream),
    revision: event.revision,
    createdAt: event.at,
    number,
    ideaTitle: [],
    party1Name: [],
    party2Name: [],
    party1Email: [],
    party2Email: [],
    ...shelved(number, event.personal),
    state: state(number, 'draft'),
  };
}
