import { eventStoreDbContract } from './event-store-db-contract.js';
import { ProtocolServer } from './protocol-server.js';

/** What `EVENT_STORE_TEST_URL` runs against a real server, run here on the protocol server: one for all tests, which must not disturb each other. */
describe('a server that is shared by the tests', () => {
  const server = new ProtocolServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  eventStoreDbContract('EventStoreDB, through a relay', () => server.url);
});
