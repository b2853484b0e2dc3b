import type { Pool } from 'pg';
import { deletedRows } from '../eventsourcing/projections/tombstones.js';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import { keyLives } from '../vault/key-table.js';
import { eraseKeyRequest } from './erase-key.js';

/**
 * NDAs whose row went with `NdaErased` and whose key lives on: its destruction is owed, whatever became of
 * its job (rule:erasure-destroys-the-key). `projection` is the name of the one that makes the rows.
 */
export const owedKeyDestructions = (pool: Pool, projection: string): Sweep => ({
  name: 'owed-key-destructions',
  find: inPages(
    async (after, limit) => {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT gone.id FROM (${deletedRows('$1')}) gone
         WHERE ${keyLives('$2 || gone.id')} AND gone.id > $3 ORDER BY gone.id LIMIT $4`,
        [projection, NDA_STREAM_PREFIX, after ?? '', limit],
      );
      return rows;
    },
    ({ id }) => [eraseKeyRequest(id)],
  ),
});
