import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { inPersonJourney } from './in-person-journey.js';
import { startTestBackend } from '../backend/test-backend.js';

inPersonJourney("EventStoreDB's protocol", async () => {
  const server = new ProtocolServer();
  await server.start();
  const backend = await startTestBackend({ env: { EVENT_STORE_URL: server.url } });
  const stop = async (): Promise<void> => {
    await backend.stop();
    await server.stop();
  };
  return { backend, stop };
});
