import { killedBackendJourney } from './killed-backend-journey.js';
import { ownPrefix, realStoreUrl } from '#src/eventsourcing/event-store/eventstoredb/testing/real-store';

killedBackendJourney('a real EventStoreDB', () => ({
  EVENT_STORE_URL: realStoreUrl(),
  EVENT_STORE_PREFIX: ownPrefix(),
}));
