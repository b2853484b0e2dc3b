import type { Pool } from 'pg';
import { livingDrafts, replacedDrafts } from '../../agreements/owed/owed-discards.js';
import type { Sweep } from '../../eventsourcing/reactions/reaction.js';
import { inRounds } from '../../eventsourcing/reactions/sweep.js';
import { sweepCursor } from '../../eventsourcing/reactions/sweep-cursor.js';
import type { Clock } from '../../platform/time/clock.js';
import { discardDraftRequest } from './discard-replaced-drafts.js';

const NAME = 'owed-discards';

/** Finds replaced drafts that are not discarded yet (rule:changed-draft-replaces). */
export const owedDiscards = (pool: Pool, clock: Clock): Sweep => ({
  name: NAME,
  find: inRounds({
    clock,
    cursor: sweepCursor(pool, NAME),
    ids: async (after, limit) => (await livingDrafts(pool, after, limit)).map(({ id }) => id),
    find: (since, ids) => replacedDrafts(pool, since, ids),
    jobsOf: (row) => [discardDraftRequest(row.id, row.successor, row.caused_by)],
  }),
});
