import type { NewEvent, Recorded } from '../eventsourcing/journal/event.js';
import {
  bigint,
  bigints,
  columnNames,
  type Columns,
  instant,
  integer,
  type RowOf,
  text,
} from '../platform/postgres/columns.js';
import {
  type Indexed,
  type IndexedTexts,
  type IndexParts,
  indexTexts,
  shelved,
} from '../eventsourcing/projections/indexed-texts.js';
import { DELETED, type Projection } from '../eventsourcing/projections/projection.js';
import { indexVersion } from '../vault/search/key-versions.js';
import { VOUCHER_STREAM_PREFIX, type VoucherEvent, voucherIdOf } from '../voucher/voucher.events.js';

/** Version of the indexed data. It must be raised when the projection indexes different data. */
const LAYOUT = 1;

export const VOUCHER_SEARCH = 'voucher-search';

/**
 * Columns of the table `voucher_search`. The table is an index over the names of recipients, and can be
 * rebuilt from events at any time (rule:search-on-encrypted-data). It contains neither deleted vouchers nor
 * vouchers whose key is gone.
 */
export const VOUCHER_SEARCH_COLUMNS = {
  id: text(),
  revision: integer,
  createdAt: instant,
  /** Number of the row. It determines the shelf that the row is on. */
  number: bigint,
  recipientName: bigints,
} as const satisfies Columns;

export interface VoucherSearchRow extends RowOf<typeof VOUCHER_SEARCH_COLUMNS> {}

const NAMED = ['VoucherIssued', 'VoucherRecipientNamed'] as const;
const GONE = ['VoucherDeleted', 'VoucherKeyDestroyed'] as const;
type NamedEvent = NewEvent<(typeof NAMED)[number], object, Indexed<'recipientName'>>;
type SearchedEvent = NamedEvent | NewEvent<(typeof GONE)[number]>;

export const VOUCHER_TEXTS: IndexedTexts<'recipientName'> = {
  first: 'VoucherIssued',
  types: NAMED,
  texts: ['recipientName'],
  of: 'voucher',
  sequence: 'voucher_search_numbers',
};

export const voucherSearchProjection = (parts: IndexParts): Projection<VoucherSearchRow, SearchedEvent> => ({
  name: VOUCHER_SEARCH,
  version: indexVersion(LAYOUT, parts.keys.version),
  table: 'voucher_search',
  columns: columnNames(VOUCHER_SEARCH_COLUMNS),
  streamPrefix: VOUCHER_STREAM_PREFIX,
  only: [...NAMED, ...GONE] satisfies VoucherEvent['type'][],
  prepare: indexTexts(parts, VOUCHER_TEXTS) as (
    events: readonly Recorded[],
  ) => Promise<readonly Recorded<SearchedEvent>[]>,
  id: (event) => voucherIdOf(event.stream),
  fold,
});

function fold(
  row: VoucherSearchRow | undefined,
  event: Recorded<SearchedEvent>,
): VoucherSearchRow | undefined | typeof DELETED {
  const { revision } = event;
  switch (event.type) {
    case 'VoucherIssued': {
      const { number = 0 } = event.personal ?? {};
      const id = voucherIdOf(event.stream);
      const first = { id, revision, createdAt: event.at, number, recipientName: [] };
      return { ...first, ...shelved(number, event.personal) };
    }
    case 'VoucherRecipientNamed':
      return row && { ...row, revision, ...shelved(row.number, event.personal) };
    case 'VoucherDeleted':
    case 'VoucherKeyDestroyed':
      return DELETED;
  }
}
