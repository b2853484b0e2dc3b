import type { Recorded } from '../platform/journal/event.js';
import type { Projection } from '../platform/projections/projection.js';
import { VOUCHER_STREAM_PREFIX, type VoucherEvent, voucherIdOf } from '../voucher/voucher.events.js';
import { type SealedPart, VOUCHER_COLUMNS, type VoucherRow } from './voucher-row.js';

function withSealed(row: VoucherRow, name: keyof VoucherRow['sealed'], event: Recorded<VoucherEvent>): VoucherRow {
  if (event.sealed === undefined) return row;
  const { revision, eventId, type, keyId, bytes } = event.sealed;
  const part: SealedPart = { revision, eventId, type, keyId, bytes: Buffer.from(bytes).toString('base64') };
  return { ...row, sealed: { ...row.sealed, [name]: part } };
}

function issued(event: Recorded<Extract<VoucherEvent, { type: 'VoucherIssued' }>>): VoucherRow {
  const row: VoucherRow = {
    id: voucherIdOf(event.stream),
    revision: event.revision,
    category: event.open.category,
    isUsed: false,
    usedAt: null,
    usedByNdaId: null,
    usedByParty: null,
    expiresAt: event.open.expiresAt,
    createdAt: event.at,
    deletedAt: null,
    sealed: {},
  };
  return withSealed(row, 'issued', event);
}

type Of<T extends VoucherEvent['type']> = Recorded<Extract<VoucherEvent, { type: T }>>;

const handlers: { [T in Exclude<VoucherEvent['type'], 'VoucherIssued'>]: (row: VoucherRow, event: Of<T>) => VoucherRow } = {
  VoucherRecipientNamed: (row, event) => withSealed(row, 'named', event),
  VoucherRedeemed: (row, event) => ({
    ...row,
    isUsed: true,
    usedAt: event.at,
    usedByNdaId: event.open.ndaId,
    usedByParty: event.open.party,
  }),
  VoucherReleased: (row) => ({ ...row, isUsed: false, usedAt: null, usedByNdaId: null, usedByParty: null }),
  VoucherDeleted: (row, event) => ({ ...row, deletedAt: event.at }),
};

/** The admin's list of vouchers. A deleted one keeps its row, marked: the list leaves it out. */
export const voucherListProjection: Projection<VoucherRow, VoucherEvent> = {
  name: 'voucher-list',
  version: 2,
  table: 'vouchers',
  columns: VOUCHER_COLUMNS,
  streamPrefix: VOUCHER_STREAM_PREFIX,
  id: (event) => voucherIdOf(event.stream),
  fold: (row, event) => {
    if (event.type === 'VoucherIssued') return issued(event);
    if (row === undefined) return undefined;
    const handle = handlers[event.type] as (row: VoucherRow, event: Recorded<VoucherEvent>) => VoucherRow;
    return { ...handle(row, event), revision: event.revision };
  },
};
