import { secondStartJourney } from '../testing/second-start-journey.js';
import { ownPrefix, realStoreUrl } from '../eventsourcing/event-store/eventstoredb/testing/real-store.js';

secondStartJourney('a real EventStoreDB', () =>
  Promise.resolve({ EVENT_STORE_URL: realStoreUrl(), EVENT_STORE_PREFIX: ownPrefix() }),
);
