import type { Pool } from 'pg';
import type { Sweep } from '../platform/reactions/reaction.js';
import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import { eraseKeyRequest } from './erase-key.js';

/** Most obligations given back at once; the next round finds the rest. */
const LIMIT = 500;

/** NDAs whose row went with `NdaErased` and whose key lives on: its destruction is owed, whatever became of its job (decisions 18). */
export const owedKeyDestructions = (pool: Pool): Sweep => ({
  name: 'owed-key-destructions',
  async find() {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT gone.id FROM projection_tombstones gone JOIN vault_keys living ON living.subject = $1 || gone.id
       WHERE gone.projection = 'ndas' AND living.wrapped IS NOT NULL LIMIT $2`,
      [NDA_STREAM_PREFIX, LIMIT],
    );
    return rows.map(({ id }) => eraseKeyRequest(id));
  },
});
