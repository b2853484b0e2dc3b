import type { Pool } from 'pg';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inRounds } from '../eventsourcing/reactions/sweep.js';
import { sweepPlace } from '../eventsourcing/reactions/sweep-place.js';
import type { Clock } from '../platform/clock.js';
import { LIVING_DRAFT } from './nda.entity.js';
import { discardDraftRequest } from './discard-replaced-drafts.js';

const NAME = 'owed-discards';

interface OwedDiscard {
  readonly id: string;
  readonly successor: string;
  readonly caused_by: string;
}

/**
 * Drafts whose place another one took, and which are still there (rule:changed-draft-replaces). `OFFSET 0` has each
 * draft looked up by itself: joined with all drafts, a look reads those of others too.
 */
export const owedDiscards = (pool: Pool, clock: Clock): Sweep => ({
  name: NAME,
  find: inRounds({
    clock,
    place: sweepPlace(pool, NAME),
    ids: async (after, limit) => {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM ndas WHERE ${LIVING_DRAFT} AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2`,
        [after ?? null, limit],
      );
      return rows.map(({ id }) => id);
    },
    find: async (since, ids) => {
      const { rows } = await pool.query<OwedDiscard>(
        `SELECT DISTINCT ON (draft.id) draft.id, successor.id AS successor, successor.caused_by
         FROM (SELECT replaces AS id FROM ndas WHERE replaces IS NOT NULL AND created_at >= $1
               UNION SELECT unnest($2::uuid[])) looked
         CROSS JOIN LATERAL (SELECT id, chain FROM ndas WHERE ndas.id = looked.id AND ${LIVING_DRAFT} OFFSET 0) draft
         CROSS JOIN LATERAL (
           SELECT id, created_at, sealed #>> '{created,eventId}' AS caused_by FROM ndas
           WHERE ndas.chain = draft.chain AND ndas.replaces = draft.id OFFSET 0) successor
         ORDER BY draft.id, successor.created_at`,
        [since, ids],
      );
      return rows;
    },
    jobsOf: (row) => [discardDraftRequest(row.id, row.successor, row.caused_by)],
  }),
});
