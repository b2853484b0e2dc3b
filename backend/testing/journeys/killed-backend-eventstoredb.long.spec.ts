import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { killedBackendJourney } from './killed-backend-journey.js';

const server = new ProtocolServer();
afterAll(() => server.stop());

killedBackendJourney("EventStoreDB's protocol", async () => {
  await server.start();
  return { EVENT_STORE_URL: server.url };
});
