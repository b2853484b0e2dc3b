import { killedBackendJourney } from '../testing/killed-backend-journey.js';
import { ownPrefix, realStoreUrl } from '../eventsourcing/event-store/eventstoredb/testing/real-store.js';

killedBackendJourney('a real EventStoreDB', () => ({
  EVENT_STORE_URL: realStoreUrl(),
  EVENT_STORE_PREFIX: ownPrefix(),
}));
