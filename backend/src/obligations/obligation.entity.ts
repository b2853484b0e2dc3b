import { entityOf } from '../eventsourcing/projections/columns.js';
import { OBLIGATION_COLUMNS } from './obligation-row.js';

/*
 * SQL conditions of partial indexes: NDAs that owe nothing, and those that never had anything for a person to end,
 * are in neither. Whoever looks there asks with the same words.
 */

export const OPEN = 'open_until IS NOT NULL';
export const HAS_OPEN_INTENTS = "open_intents <> '[]'::jsonb";
export const HAS_IDS = "ids <> '[]'::jsonb";

export const ObligationEntity = entityOf('obligations', OBLIGATION_COLUMNS, [
  { name: 'obligations_open', on: ['openUntil'], where: OPEN },
  { name: 'obligations_open_intents', on: ['id'], where: HAS_OPEN_INTENTS },
  { name: 'obligations_ids', on: ['ids'], type: 'gin', where: HAS_IDS },
]);
