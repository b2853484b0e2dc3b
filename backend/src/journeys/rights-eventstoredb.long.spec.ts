import { ProtocolServer } from '../eventsourcing/event-store/eventstoredb/testing/protocol-server.js';
import { rightsJourney } from '../testing/rights-journey.js';

rightsJourney("EventStoreDB's protocol", async () => {
  const server = new ProtocolServer();
  await server.start();
  return { env: { EVENT_STORE_URL: server.url }, stop: () => server.stop() };
});
