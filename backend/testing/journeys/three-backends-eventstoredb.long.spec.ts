import { join } from 'node:path';
import { type Child, runTypeScript } from '#src/platform/testing/typescript-child';
import { threeBackendsJourney } from './three-backends-journey.js';

let server: Child;
afterAll(() => server.kill('SIGTERM'));

threeBackendsJourney("EventStoreDB's protocol", async () => {
  server = runTypeScript(
    join(__dirname, '../../src/eventsourcing/event-store/eventstoredb/testing/protocol-server.main.ts'),
  );
  return { EVENT_STORE_URL: await server.line() };
});
