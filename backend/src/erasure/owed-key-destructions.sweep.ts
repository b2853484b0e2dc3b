import type { Pool } from 'pg';
import { deletedAndNotDone } from '../eventsourcing/projections/tombstones.js';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { eraseKeyRequest } from './erase-key.js';

/**
 * NDAs whose row went with `NdaErased` and for which no `NdaKeyDestroyed` is recorded: the destruction is owed,
 * whatever became of its job (rule:erasure-destroys-the-key). `projection` is the name of the one that makes
 * the rows.
 */
export const owedKeyDestructions = (pool: Pool, projection: string): Sweep => ({
  name: 'owed-key-destructions',
  find: inPages(
    async (after, limit) => {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM (${deletedAndNotDone('$1')}) gone WHERE id > $2 ORDER BY id LIMIT $3`,
        [projection, after ?? '', limit],
      );
      return rows;
    },
    ({ id }) => [eraseKeyRequest(id)],
  ),
});
