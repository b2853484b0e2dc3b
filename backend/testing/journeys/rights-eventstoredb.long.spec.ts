import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { rightsJourney } from './rights-journey.js';

rightsJourney("EventStoreDB's protocol", async () => {
  const server = new ProtocolServer();
  await server.start();
  return { env: { EVENT_STORE_URL: server.url }, stop: () => server.stop() };
});
