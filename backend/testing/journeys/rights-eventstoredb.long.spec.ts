import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { rightsJourney } from './rights-journey.js';
import { startTestBackend } from '../backend/test-backend.js';

rightsJourney("EventStoreDB's protocol", async () => {
  const server = new ProtocolServer();
  await server.start();
  const lines: string[] = [];
  const logs = { write: (line: string) => void lines.push(line) };
  const env = { EVENT_STORE_URL: server.url };
  const test = await startTestBackend({ env: { ...env, LOG_LEVEL: 'warn' }, logs });
  const { database, secrets, dataDir } = test;
  const other = await startTestBackend({ env, on: { database, secrets, dataDir } });
  const stop = async (): Promise<void> => {
    await other.stop();
    await test.stop();
    await server.stop();
  };
  return { test, other, lines, stop };
});
