import { inPersonJourney } from '../testing/in-person-journey.js';
import { ownPrefix, realStoreUrl } from '../eventsourcing/event-store/eventstoredb/testing/real-store.js';
import { startTestBackend } from '../testing/test-backend.js';

inPersonJourney('a real EventStoreDB', async () => {
  const backend = await startTestBackend({
    env: { EVENT_STORE_URL: realStoreUrl(), EVENT_STORE_PREFIX: ownPrefix() },
  });
  return { backend, stop: () => backend.stop() };
});
