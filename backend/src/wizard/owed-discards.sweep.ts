import type { Pool } from 'pg';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { discardDraftRequest } from './discard-replaced-drafts.js';

/** Most obligations given back at once; the next round finds the rest. */
const LIMIT = 500;

/** Drafts whose place another one took, and which are still there (rule:changed-draft-replaces). */
export const owedDiscards = (pool: Pool): Sweep => ({
  name: 'owed-discards',
  async find() {
    const { rows } = await pool.query<{ id: string; successor: string; caused_by: string }>(
      `SELECT DISTINCT ON (draft.id) draft.id, successor.id AS successor, successor.sealed #>> '{created,eventId}' AS caused_by
       FROM ndas draft JOIN ndas successor ON successor.chain = draft.chain AND successor.replaces = draft.id
       WHERE draft.status = 'draft' AND NOT draft.discarded ORDER BY draft.id, successor.created_at LIMIT $1`,
      [LIMIT],
    );
    return rows.map((row) => discardDraftRequest(row.id, row.successor, row.caused_by));
  },
});
