import { ProtocolServer } from './testing/protocol-server.js';
import { sharedServerContract } from './testing/shared-server-contract.js';

/**
 * What `npm run test:eventstore` runs on a real server, run here on the protocol server: its tests must not
 * disturb each other.
 */
describe('a server that is shared by the tests', () => {
  const server = new ProtocolServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  sharedServerContract('EventStoreDB, through a proxy', () => server.url);
});
