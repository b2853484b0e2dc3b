import type { NdaStatus } from '@siegel/contracts/enums';
import { columnNames } from '../../eventsourcing/projections/columns.js';
import type { Projection } from '../../eventsourcing/projections/projection.js';
import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../../nda/nda.events.js';
import { AUDITED_COLUMNS, type AuditedRow } from './audited-row.js';

const STATUS_AFTER: { readonly [T in NdaEvent['type']]?: NdaStatus } = {
  NdaCreated: 'draft',
  Party1Signed: 'party1_signed',
  NdaCompleted: 'completed',
  NdaSent: 'sent',
};
const statusAfter = (type: string): NdaStatus | undefined =>
  Object.hasOwn(STATUS_AFTER, type) ? STATUS_AFTER[type as NdaEvent['type']] : undefined;

/** Every history of an NDA there is, also of those that are erased: a row for each, with how far it goes. */
export const auditedNdasProjection: Projection<AuditedRow, NdaEvent> = {
  name: 'audited-ndas',
  version: 1,
  table: 'audited_ndas',
  columns: columnNames(AUDITED_COLUMNS),
  streamPrefix: NDA_STREAM_PREFIX,
  nobodyWaits: true,
  id: (event) => ndaIdOf(event.stream),
  fold: (row, { type, stream, revision, at }) => ({
    id: ndaIdOf(stream),
    revision,
    status: statusAfter(type) ?? row?.status ?? 'draft',
    createdAt: row?.createdAt ?? at,
    lastAt: at,
    erasedAt: row?.erasedAt ?? (type === 'NdaErased' ? at : null),
  }),
};
