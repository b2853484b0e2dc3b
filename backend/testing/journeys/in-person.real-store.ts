import { inPersonJourney } from './in-person-journey.js';
import { ownPrefix, realStoreUrl } from '#src/eventsourcing/event-store/eventstoredb/testing/real-store';
import { startTestBackend } from '../backend/test-backend.js';

inPersonJourney('a real EventStoreDB', async () => {
  const backend = await startTestBackend({
    env: { EVENT_STORE_URL: realStoreUrl(), EVENT_STORE_PREFIX: ownPrefix() },
  });
  return { backend, stop: () => backend.stop() };
});
