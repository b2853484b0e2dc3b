import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { secondStartJourney } from './second-start-journey.js';
import { isLongRun } from '#src/platform/testing/long-run';

/**
 * 24.6.0 is the last version of the server that answers an empty read in the oldest format. `npm run
 * test:long` also tests two newer versions.
 */
const VERSIONS = ['24.6.0', ...(isLongRun() ? ['24.10.14', '25.0.0'] : [])];

const servers = VERSIONS.map((version) => ({
  version,
  server: new ProtocolServer({ version }),
}));
afterAll(() => Promise.all(servers.map(({ server }) => server.stop())));

for (const { version, server } of servers)
  secondStartJourney(`EventStoreDB's protocol of ${version}`, async () => {
    await server.start();
    return { EVENT_STORE_URL: server.url };
  });
