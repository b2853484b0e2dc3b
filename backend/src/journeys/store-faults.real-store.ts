import {
  ownPrefix,
  realStoreFaults,
  realStoreUrl,
} from '../eventsourcing/event-store/eventstoredb/testing/real-store.js';
import { storeFaultsJourney } from '../testing/store-faults-journey.js';

storeFaultsJourney('a real EventStoreDB', () =>
  Promise.resolve({
    environment: { EVENT_STORE_URL: realStoreUrl(), EVENT_STORE_PREFIX: ownPrefix() },
    faults: realStoreFaults() ?? '',
  }),
);
