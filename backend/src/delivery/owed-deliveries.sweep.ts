import type { Pool } from 'pg';
import type { Sweep } from '../platform/reactions/reaction.js';
import { deliverJob } from './deliver-when-completed-and-paid.js';

/** Most obligations given back at once; the next round finds the rest. */
const LIMIT = 500;

/** Everything that is signed and paid and not sent: 'sending' (spec section 4). */
export const owedDeliveries = (pool: Pool): Sweep => ({
  name: 'owed-deliveries',
  async find() {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM ndas WHERE status = 'completed' AND payment_status = 'succeeded' ORDER BY completed_at LIMIT $1`,
      [LIMIT],
    );
    return rows.map(({ id }) => deliverJob(id));
  },
});
