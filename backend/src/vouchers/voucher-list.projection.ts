import type { Recorded } from '../eventsourcing/journal/event.js';
import { columnNames, firstValues } from '../platform/postgres/columns.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { withSealed } from '../eventsourcing/projections/sealed-part.js';
import { VOUCHER_STREAM_PREFIX, type VoucherEvent, voucherIdOf } from '../voucher/voucher.events.js';
import { VOUCHER_COLUMNS, type VoucherRow } from './voucher-row.js';

type Of<T extends VoucherEvent['type']> = Recorded<Extract<VoucherEvent, { type: T }>>;

const FIRST = firstValues(VOUCHER_COLUMNS);

function issued(event: Of<'VoucherIssued'>): VoucherRow {
  const row: VoucherRow = {
    ...FIRST,
    ...event.open,
    id: voucherIdOf(event.stream),
    revision: event.revision,
    createdAt: event.at,
    endedByEvent: event.id,
  };
  return withSealed(row, 'issued', event);
}

const handlers: {
  [T in Exclude<VoucherEvent['type'], 'VoucherIssued'>]: (row: VoucherRow, event: Of<T>) => VoucherRow;
} = {
  VoucherRecipientNamed: (row, event) => withSealed(row, 'named', event),
  VoucherRedeemed: (row, event) => ({
    ...row,
    isUsed: true,
    usedAt: event.at,
    usedByNdaId: event.open.ndaId,
    usedByParty: event.open.party,
    redeemedByEvent: event.id,
    endedByEvent: row.deletedAt === null ? event.id : row.endedByEvent,
  }),
  VoucherReleased: (row, event) => ({
    ...row,
    isUsed: false,
    usedAt: null,
    usedByNdaId: null,
    usedByParty: null,
    redeemedByEvent: null,
    endedByEvent: row.deletedAt === null ? event.id : row.endedByEvent,
  }),
  VoucherDeleted: (row, event) => ({ ...row, deletedAt: event.at, endedByEvent: event.id }),
  VoucherKeyDestructionDue: (row) => row,
  VoucherKeyDestroyed: (row, event) => ({ ...row, keyDestroyedAt: event.open.destroyedAt, sealed: {} }),
};

/**
 * The admin's list of vouchers. A deleted voucher keeps its row, which is marked as deleted and left out of
 * the list.
 */
export const voucherListProjection: Projection<VoucherRow, VoucherEvent> = {
  name: 'voucher-list',
  version: 4,
  table: 'vouchers',
  columns: columnNames(VOUCHER_COLUMNS),
  streamPrefix: VOUCHER_STREAM_PREFIX,
  id: (event) => voucherIdOf(event.stream),
  fold: (row, event) => {
    if (event.type === 'VoucherIssued') return issued(event);
    if (row === undefined) return undefined;
    const handle = handlers[event.type] as (row: VoucherRow, event: Recorded<VoucherEvent>) => VoucherRow;
    return { ...handle(row, event), revision: event.revision };
  },
};
