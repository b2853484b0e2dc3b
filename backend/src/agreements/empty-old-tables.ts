import { HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { transaction } from '../platform/postgres/pool.js';
import { forgetEnded } from '../eventsourcing/projections/ended-projections.js';
import { readCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { agreementProjection } from './agreement.projection.js';

/**
 * The tables that the table `ndas` replaced, and the projections of older versions that fill those tables.
 */
const TABLES = ['signing_links', 'invitations', 'obligations', 'audited_ndas'];
const PROJECTIONS = ['signing-links', 'invitations', 'obligations', 'audited-ndas'];

/**
 * Empties the tables that only backends of older versions fill. Otherwise the hashes of links and visitors in
 * these tables would outlast an erasure. The tables are emptied once `ndas` is rebuilt and no backend has led
 * the old projections for an hour. The checkpoints of the old projections are removed too. If an older
 * backend is started again, it therefore fills its tables from the log.
 */
export const emptyOldTables = (pool: Pool): Scheduled => ({
  name: 'empty-old-tables',
  everyMs: HOUR_MS,
  run: async () => {
    const rebuilt = await readCheckpoint(pool, agreementProjection.name);
    if (rebuilt === undefined || rebuilt.version < agreementProjection.version) return;
    const any = TABLES.map((table) => `EXISTS (SELECT FROM ${table})`).join(' OR ');
    const { rows } = await pool.query<{ any: boolean }>(`SELECT ${any} AS any`);
    if (rows[0]?.any !== true) return;
    await transaction(pool, async (client) => {
      if (await forgetEnded(client, PROJECTIONS)) await client.query(`TRUNCATE ${TABLES.join(', ')}`);
    });
  },
});
