import { backupDrills } from './backup-drills.js';

backupDrills('the PostgreSQL store', async () => ({
  env: {},
  copy: async ({ pool }) => {
    const { rows } = await pool.query(
      'SELECT coalesce(jsonb_agg(e), $1)::text AS events FROM event_store.events e',
      ['[]'],
    );
    return rows[0].events;
  },
  restore: async ({ pool }, copy) => {
    await pool.query('TRUNCATE event_store.events');
    await pool.query(
      'INSERT INTO event_store.events SELECT * FROM jsonb_populate_recordset(NULL::event_store.events, $1)',
      [copy],
    );
    await pool.query(
      "SELECT setval('event_store.events_position_seq', (SELECT max(position) FROM event_store.events))",
    );
  },
  stop: () => Promise.resolve(),
}));
