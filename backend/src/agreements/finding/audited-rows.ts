import type { AuditedState } from '@siegel/contracts/audit/requests';
import type { Pool } from 'pg';
import { selectList } from '../../platform/postgres/columns.js';
import { rowTypes } from '../../eventsourcing/projections/row-codec.js';
import { countRows } from '../../platform/lists/count-rows.js';
import type { Part } from '../../platform/lists/list-marks.js';
import { ERASED } from '../agreement.entity.js';
import { AGREEMENT_COLUMNS, type AgreementRow } from '../agreement-row.js';

const { id, revision, status, createdAt, lastAt, erasedAt } = AGREEMENT_COLUMNS;
const SHOWN = { id, revision, status, createdAt, lastAt, erasedAt } as const;

/** A history as the auditor's list shows it: erased ones are in it. */
export type AuditedRow = Pick<AgreementRow, keyof typeof SHOWN>;

const SELECTED = `SELECT ${selectList(SHOWN, 'nda')} FROM ndas nda`;

const conditionOf = (state: AuditedState | undefined): string =>
  state === undefined ? 'true' : state === 'erased' ? ERASED : 'erased_at IS NULL AND status = ANY($1)';

/** A history without a creation that this version knows counts as a draft. */
const valuesOf = (state: AuditedState | undefined): readonly unknown[] =>
  state === undefined || state === 'erased' ? [] : [state === 'draft' ? ['draft', 'none'] : [state]];

/** All histories, for the auditor alone. */
export class AuditedRows {
  constructor(private readonly pool: Pool) {}

  /** The newest first. */
  page(state: AuditedState | undefined, { offset, limit }: Part): Promise<readonly AuditedRow[]> {
    const where = `WHERE ${conditionOf(state)} ORDER BY created_at DESC, id DESC`;
    return this.rows(`${where} LIMIT ${limit} OFFSET ${offset}`, valuesOf(state));
  }

  named(ids: readonly string[]): Promise<readonly AuditedRow[]> {
    return this.rows('WHERE id = ANY($1)', [ids]);
  }

  count(state: AuditedState | undefined): Promise<number> {
    return countRows(this.pool, `FROM ndas WHERE ${conditionOf(state)}`, valuesOf(state));
  }

  private async rows(where: string, values: readonly unknown[]): Promise<readonly AuditedRow[]> {
    const query = { text: `${SELECTED} ${where}`, values: [...values], types: rowTypes };
    return (await this.pool.query<AuditedRow>(query)).rows;
  }
}
