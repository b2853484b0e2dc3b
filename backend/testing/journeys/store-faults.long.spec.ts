import { type Harness, startHarness } from '#src/eventsourcing/event-store/eventstoredb/testing/harness';
import { storeFaultsJourney } from './store-faults-journey.js';

let harness: Harness;
afterAll(() => harness.end());

storeFaultsJourney("three nodes of EventStoreDB's protocol", async () => {
  harness = await startHarness(3);
  return { environment: { EVENT_STORE_URL: `${harness.url}&defaultDeadline=1500` }, faults: harness.faults };
});
