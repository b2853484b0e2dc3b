import type { AuditedState } from '@siegel/contracts/audit/requests';
import type { Pool } from 'pg';
import { selectList } from '../../platform/postgres/columns.js';
import { rowTypes } from '../../eventsourcing/projections/row-codec.js';
import { countRows } from '../../platform/lists/count-rows.js';
import type { PageRange } from '../../platform/lists/list-marks.js';
import { ERASED } from '../agreement.entity.js';
import { AGREEMENT_COLUMNS, type AgreementRow } from '../agreement-row.js';

const { id, revision, status, createdAt, lastAt, erasedAt } = AGREEMENT_COLUMNS;
const SHOWN = { id, revision, status, createdAt, lastAt, erasedAt } as const;

/** A row of the auditor's list, which includes erased agreements. */
export type AuditedRow = Pick<AgreementRow, keyof typeof SHOWN>;

const SELECTED = `SELECT ${selectList(SHOWN, 'nda')} FROM ndas nda`;

/** An agreement whose creation event this version does not know is listed as a draft. */
const statusesOf = (state: AuditedState): readonly string[] =>
  state === 'draft' ? ['draft', 'none'] : [state];

/**
 * Returns SQL conditions that together select the rows with a state. Each condition matches one index, so the
 * database can read the rows in the order of that index.
 */
function branchesOf(state: AuditedState | undefined): readonly string[] {
  if (state === undefined) return ['true'];
  if (state === 'erased') return [ERASED];
  return statusesOf(state).map((_, index) => `erased_at IS NULL AND status = $${index + 1}`);
}

const valuesOf = (state: AuditedState | undefined): readonly string[] =>
  state === undefined || state === 'erased' ? [] : statusesOf(state);

const NEWEST = 'ORDER BY created_at DESC, id DESC';

/** Reads the rows of all agreements, erased ones included. Only the auditor's list may use this class. */
export class AuditedRows {
  constructor(private readonly pool: Pool) {}

  /**
   * Returns a page, newest first. The page is found by reading indexes only, because rows are wide and
   * skipping them would be slow.
   */
  page(state: AuditedState | undefined, { offset, limit }: PageRange): Promise<readonly AuditedRow[]> {
    const most = `LIMIT ${offset + limit}`;
    const branches = branchesOf(state).map(
      (branch) => `(SELECT id, created_at FROM ndas WHERE ${branch} ${NEWEST} ${most})`,
    );
    const page = `SELECT id FROM (${branches.join(' UNION ALL ')}) found ${NEWEST} LIMIT ${limit} OFFSET ${offset}`;
    return this.rows(`WHERE id IN (${page}) ${NEWEST}`, valuesOf(state));
  }

  named(ids: readonly string[]): Promise<readonly AuditedRow[]> {
    return this.rows('WHERE id = ANY($1)', [ids]);
  }

  count(state: AuditedState | undefined): Promise<number> {
    return countRows(this.pool, `FROM ndas WHERE (${branchesOf(state).join(') OR (')})`, valuesOf(state));
  }

  private async rows(where: string, values: readonly unknown[]): Promise<readonly AuditedRow[]> {
    const query = { text: `${SELECTED} ${where}`, values: [...values], types: rowTypes };
    return (await this.pool.query<AuditedRow>(query)).rows;
  }
}
