import { secondStartJourney } from './second-start-journey.js';
import { ownPrefix, realStoreUrl } from '#src/eventsourcing/event-store/eventstoredb/testing/real-store';

secondStartJourney('a real EventStoreDB', () =>
  Promise.resolve({ EVENT_STORE_URL: realStoreUrl(), EVENT_STORE_PREFIX: ownPrefix() }),
);
