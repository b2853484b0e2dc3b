import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLog } from '../eventsourcing/event-store/eventstoredb/testing/file-log.js';
import { ProtocolServer } from '../eventsourcing/event-store/eventstoredb/testing/protocol-server.js';
import { backupDrills } from '../testing/backup-drills.js';

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

backupDrills("EventStoreDB's protocol", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'siegel-drill-'));
  let copies = 0;
  let path = join(folder, 'log');
  let server = new ProtocolServer({ log: new FileLog(path) });
  await server.start();
  const { port } = server.endpoint;
  return {
    env: { EVENT_STORE_URL: server.url },
    copy: async () => {
      copies += 1;
      const copy = join(folder, `copy-${copies}`);
      await copyFile(path, copy);
      return copy;
    },
    restore: async (_database, copy) => {
      await server.stop();
      path = copy;
      server = new ProtocolServer({ log: new FileLog(path), port });
      await server.start();
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
});
