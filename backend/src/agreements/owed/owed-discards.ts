import type { Pool } from 'pg';
import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { LIVING_DRAFT } from '../agreement.entity.js';
import { livingNdas } from '../living-ndas.js';

/** A draft that was replaced by another draft but is not discarded yet. */
export interface OwedDiscard {
  readonly id: string;
  readonly successor: string;
  readonly caused_by: string;
}

/** Finds drafts that are not discarded. They are ordered by id and begin after a given id. */
export const livingDrafts = pagesById(`SELECT id FROM ${livingNdas('ndas')} WHERE ${LIVING_DRAFT}`);

/**
 * Returns drafts that were replaced but are not discarded yet. It checks the given drafts, and all drafts
 * that were replaced since a given time. `OFFSET 0` makes the database look up each draft separately, because
 * a join with all drafts would also read unrelated drafts.
 */
export async function replacedDrafts(
  pool: Pool,
  since: Date,
  ids: readonly string[],
): Promise<readonly OwedDiscard[]> {
  const { rows } = await pool.query<OwedDiscard>(
    `SELECT DISTINCT ON (draft.id) draft.id, successor.id AS successor, successor.caused_by
     FROM (SELECT replaces AS id FROM ${livingNdas('ndas')} WHERE replaces IS NOT NULL AND created_at >= $1
           UNION SELECT unnest($2::uuid[])) looked
     CROSS JOIN LATERAL
       (SELECT id, chain FROM ${livingNdas('ndas')} WHERE ndas.id = looked.id AND ${LIVING_DRAFT} OFFSET 0) draft
     CROSS JOIN LATERAL (
       SELECT id, created_at, sealed #>> '{created,eventId}' AS caused_by FROM ${livingNdas('ndas')}
       WHERE ndas.chain = draft.chain AND ndas.replaces = draft.id OFFSET 0) successor
     ORDER BY draft.id, successor.created_at`,
    [since, ids],
  );
  return rows;
}
