import type { Pool } from 'pg';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { discardDraftRequest } from './discard-replaced-drafts.js';

/** Drafts whose place another one took, and which are still there (rule:changed-draft-replaces). */
export const owedDiscards = (pool: Pool): Sweep => ({
  name: 'owed-discards',
  find: inPages(
    async (after, limit) => {
      const { rows } = await pool.query<{ id: string; successor: string; caused_by: string }>(
        `SELECT DISTINCT ON (draft.id) draft.id, successor.id AS successor, successor.sealed #>> '{created,eventId}' AS caused_by
         FROM ndas draft JOIN ndas successor ON successor.chain = draft.chain AND successor.replaces = draft.id
         WHERE draft.status = 'draft' AND NOT draft.discarded AND ($1::uuid IS NULL OR draft.id > $1)
         ORDER BY draft.id, successor.created_at LIMIT $2`,
        [after ?? null, limit],
      );
      return rows;
    },
    (row) => [discardDraftRequest(row.id, row.successor, row.caused_by)],
  ),
});
